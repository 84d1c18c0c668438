SELECT
  n.cluster_id,
  n.item,
  a.chunk,
  n.support
FROM "nodes" AS n
JOIN "assigned" AS a
  ON a.node_id = n.node_id
