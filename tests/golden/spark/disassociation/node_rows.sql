SELECT
  c.record_id,
  n.node_id AS item
FROM `cluster_rows` AS c
JOIN `nodes` AS n
  ON n.cluster_id = c.cluster_id AND n.item = c.item
