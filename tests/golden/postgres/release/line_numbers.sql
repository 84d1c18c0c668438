SELECT DISTINCT
  record_id,
  CAST(record_id AS TEXT) AS source_id
FROM "transactions" AS transactions
