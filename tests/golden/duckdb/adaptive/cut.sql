SELECT
  12 AS kind,
  1 AS group_id,
  1 AS part,
  t.record_id,
  t.item,
  CASE WHEN c.node IS NULL THEN t.item ELSE c.node END AS node
FROM "transactions" AS t
LEFT JOIN (
  SELECT
    a.item,
    a.node
  FROM "ancestors" AS a
  JOIN "nodes" AS n
    ON n.node = a.node
  WHERE
    n.depth = 11 OR (
      n.depth < 11 AND a.distance = 0
    )
) AS c
  ON c.item = t.item
