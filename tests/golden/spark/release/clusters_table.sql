SELECT
  c.cluster_id,
  c.parent_id,
  c.kind,
  c.size
FROM `clusters` AS c
ORDER BY
  c.cluster_id NULLS LAST
