SELECT
  n.node_id AS clash_id,
  n.node_id,
  n.node_id AS other_id
FROM "nodes" AS n
WHERE
  1 = 0
