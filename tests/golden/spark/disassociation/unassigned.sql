SELECT
  n.node_id
FROM `nodes` AS n
