SELECT
  CAST(cluster_id AS BIGINT) AS cluster_id,
  CAST(parent_id AS BIGINT) AS parent_id,
  CAST(kind AS TEXT) AS kind,
  CAST(size AS BIGINT) AS size
FROM READ_PARQUET(11)
