SELECT
  CAST(cluster_id AS BIGINT) AS cluster_id,
  CAST(item AS TEXT) AS item
FROM READ_PARQUET(11)
