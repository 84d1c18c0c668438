-- name: apart
SELECT
  l.record_id,
  CONCAT(COALESCE(l.group_id, ''), ':', COALESCE(l.item, '')) AS item
FROM `lines` AS l
WHERE
  NOT l.item IS NULL AND NOT l.group_id IS NULL

-- name: limits_apart
SELECT DISTINCT
  CONCAT(COALESCE(lines.group_id, ''), ':', COALESCE(lines.item, '')) AS label,
  limits.limit_num,
  limits.limit_den
FROM `lines` AS lines
JOIN `limits` AS limits
  ON lines.item = limits.label
