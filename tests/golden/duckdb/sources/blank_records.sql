SELECT
  COUNT(*) AS n
FROM "records" AS records
WHERE
  source_record IS NULL OR LENGTH(TRIM(CAST(source_record AS TEXT), 11)) = 0
