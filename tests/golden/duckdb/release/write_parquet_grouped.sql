COPY (
  SELECT
    record_id,
    item,
    group_id
  FROM "shaped" AS shaped
  ORDER BY
    position,
    item
)
TO 11 WITH (
  FORMAT parquet,
  COMPRESSION zstd,
  USE_TMP_FILE FALSE
)
