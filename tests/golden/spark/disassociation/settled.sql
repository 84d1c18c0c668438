SELECT
  p.record_id,
  p.group_id AS cluster_id
FROM `placed` AS p
ANTI JOIN `open_groups` AS o
  ON o.group_id = p.group_id
