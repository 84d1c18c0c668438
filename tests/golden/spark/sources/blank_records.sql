SELECT
  COUNT(*) AS n
FROM `records` AS records
WHERE
  source_record IS NULL OR LENGTH(TRIM(11 FROM CAST(source_record AS STRING))) = 0
