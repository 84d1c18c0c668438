SELECT DISTINCT
  record_id,
  CAST(record_id AS STRING) AS source_id
FROM `transactions` AS transactions
