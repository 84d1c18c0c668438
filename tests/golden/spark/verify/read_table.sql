SELECT
  record_id,
  CAST(item AS STRING) AS item
FROM `release` AS release
