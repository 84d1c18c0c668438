SELECT DISTINCT
  c.cluster_id,
  c.parent_id AS upper_id
FROM `clusters` AS c
WHERE
  NOT c.cluster_id IS NULL AND NOT c.parent_id IS NULL
