SELECT
  c.cluster_id AS top_id,
  c.cluster_id AS leaf_id,
  COUNT(*) AS size
FROM `clusters` AS c
GROUP BY
  c.cluster_id
