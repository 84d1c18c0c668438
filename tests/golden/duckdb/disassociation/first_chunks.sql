SELECT
  t.node_id,
  MIN(t.chunk) AS chunk
FROM (
  SELECT
    y.node_id,
    CAST(1 AS BIGINT) AS chunk
  FROM "ready" AS y
  UNION
  SELECT
    b.node_id,
    b.chunk + 1 AS chunk
  FROM "barred" AS b
) AS t
ANTI JOIN "barred" AS x
  ON x.node_id = t.node_id AND x.chunk = t.chunk
GROUP BY
  t.node_id
