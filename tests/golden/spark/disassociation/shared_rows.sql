SELECT
  r.record_id,
  v.joint_id AS cluster_id,
  r.item
FROM `cluster_rows` AS r
JOIN `all_moves` AS v
  ON v.leaf_id = r.cluster_id AND v.item = r.item
