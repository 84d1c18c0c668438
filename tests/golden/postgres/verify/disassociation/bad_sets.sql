SELECT DISTINCT
  n.chunk_id
FROM "extensions" AS e
JOIN "labels" AS l
  ON l.item = e.item
JOIN "nodes" AS n
  ON n.node_id = l.label
WHERE
  e.support < 11
