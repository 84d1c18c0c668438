SELECT
  name,
  COALESCE(num_children, 0) AS num_children
FROM PARQUET_SCHEMA(11)
