COPY (
  SELECT
    record_id,
    item
  FROM "samples" AS samples
  ORDER BY
    record_id,
    item
)
TO 11 WITH (
  FORMAT parquet,
  COMPRESSION zstd,
  USE_TMP_FILE FALSE
)
