SELECT
  *
FROM READ_PARQUET(11, hive_partitioning = FALSE)
