SELECT
  d.cluster_id,
  d.item,
  d.support
FROM `demoted` AS d
