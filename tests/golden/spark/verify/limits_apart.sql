SELECT DISTINCT
  CONCAT(COALESCE(lines.group_id, ''), ':', COALESCE(lines.item, '')) AS label,
  limits.part,
  limits.whole
FROM `lines` AS lines
JOIN `limits` AS limits
  ON lines.item = limits.label
