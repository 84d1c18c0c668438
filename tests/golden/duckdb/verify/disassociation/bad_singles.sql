SELECT DISTINCT
  n.chunk_id
FROM "labels" AS l
JOIN "nodes" AS n
  ON n.node_id = l.label
WHERE
  l.support < 11
