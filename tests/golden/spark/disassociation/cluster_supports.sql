SELECT
  c.cluster_id,
  c.item,
  COUNT(*) AS support
FROM `cluster_rows` AS c
GROUP BY
  c.cluster_id,
  c.item
