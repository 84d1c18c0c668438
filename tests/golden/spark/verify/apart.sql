SELECT
  l.record_id,
  CONCAT(COALESCE(l.group_id, ''), ':', COALESCE(l.item, '')) AS item
FROM `lines` AS l
WHERE
  NOT l.item IS NULL AND NOT l.group_id IS NULL
