SELECT
  record_id,
  CAST(source_record AS STRING) AS source_id
FROM `records` AS records
