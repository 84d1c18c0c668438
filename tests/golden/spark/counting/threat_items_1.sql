SELECT
  t.threat_id,
  1 AS position,
  t.item,
  t.support
FROM `threats` AS t
