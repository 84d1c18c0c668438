COPY (
  SELECT
    cluster_id,
    parent_id,
    kind,
    size
  FROM "clusters" AS clusters
  ORDER BY
    cluster_id
)
TO 11 WITH (
  FORMAT parquet,
  COMPRESSION zstd,
  USE_TMP_FILE FALSE
)
