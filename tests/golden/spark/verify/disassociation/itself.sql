SELECT
  c.cluster_id,
  c.cluster_id AS upper_id
FROM `clusters` AS c
WHERE
  NOT c.cluster_id IS NULL
