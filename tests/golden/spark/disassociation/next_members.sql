SELECT
  p.record_id,
  p.group_id
FROM `placed` AS p
JOIN `open_groups` AS o
  ON o.group_id = p.group_id
