SELECT
  record_id,
  CAST(source_record AS TEXT) AS source_id
FROM "records" AS records
