SELECT DISTINCT
  u.cluster_id
FROM `unfilled` AS u
ANTI JOIN `terms` AS t
  ON t.cluster_id = u.cluster_id
