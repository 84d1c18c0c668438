SELECT
  CAST(cluster_id AS BIGINT) AS cluster_id,
  CAST(chunk_id AS BIGINT) AS chunk_id,
  CAST(subrecord_id AS BIGINT) AS subrecord_id,
  CAST(item AS TEXT) AS item
FROM READ_PARQUET(11)
