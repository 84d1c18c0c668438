SELECT
  t.cluster_id,
  t.item
FROM `terms` AS t
ORDER BY
  t.cluster_id NULLS LAST,
  t.item NULLS LAST
