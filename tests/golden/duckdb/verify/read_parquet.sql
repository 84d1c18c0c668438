SELECT
  record_id,
  CAST(item AS TEXT) AS item
FROM READ_PARQUET(11)
