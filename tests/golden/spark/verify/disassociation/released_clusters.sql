SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.parent_id AS BIGINT) AS parent_id,
  CAST(r.kind AS STRING) AS kind,
  CAST(r.size AS BIGINT) AS size
FROM `released` AS r
