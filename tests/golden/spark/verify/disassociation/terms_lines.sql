SELECT
  r.cluster_id AS record_id,
  r.item
FROM `release` AS r
