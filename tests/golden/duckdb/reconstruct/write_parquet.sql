COPY (
  SELECT
    sample_id,
    record_id,
    item
  FROM "samples" AS samples
  ORDER BY
    sample_id,
    record_id,
    item
)
TO 11 WITH (
  FORMAT parquet,
  COMPRESSION zstd,
  USE_TMP_FILE FALSE
)
