SELECT
  11 AS sample_id,
  o.record_id,
  o.item
FROM `original` AS o
