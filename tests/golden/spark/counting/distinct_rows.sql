SELECT DISTINCT
  s.record_id,
  s.item
FROM `source` AS s
WHERE
  NOT s.record_id IS NULL AND NOT s.item IS NULL
