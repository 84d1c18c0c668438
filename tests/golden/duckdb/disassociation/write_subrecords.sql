COPY (
  SELECT
    cluster_id,
    chunk_id,
    subrecord_id,
    item
  FROM "subrecords" AS subrecords
  ORDER BY
    cluster_id,
    chunk_id,
    subrecord_id,
    item
)
TO 11 WITH (
  FORMAT parquet,
  COMPRESSION zstd,
  USE_TMP_FILE FALSE
)
