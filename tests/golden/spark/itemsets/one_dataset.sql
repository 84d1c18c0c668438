SELECT
  0 AS draw,
  r.record_id,
  r.item
FROM `rows` AS r
