COPY (
  SELECT
    cluster_id,
    item
  FROM "terms" AS terms
  ORDER BY
    cluster_id,
    item
)
TO 11 WITH (
  FORMAT parquet,
  COMPRESSION zstd,
  USE_TMP_FILE FALSE
)
