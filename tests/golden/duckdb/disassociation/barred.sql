SELECT DISTINCT
  b.node_id,
  b.chunk
FROM (
  SELECT
    c.clash_id,
    c.node_id,
    MIN(a.chunk) AS chunk
  FROM "clashes" AS c
  JOIN "ready" AS r
    ON r.node_id = c.node_id
  JOIN "assigned" AS a
    ON a.node_id = c.other_id
  GROUP BY
    c.clash_id,
    c.node_id
  HAVING
    MIN(a.chunk) = MAX(a.chunk)
) AS b
