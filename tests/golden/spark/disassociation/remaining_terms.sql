SELECT
  t.cluster_id,
  t.item,
  t.support
FROM `terms` AS t
ANTI JOIN `all_moves` AS v
  ON v.leaf_id = t.cluster_id AND v.item = t.item
