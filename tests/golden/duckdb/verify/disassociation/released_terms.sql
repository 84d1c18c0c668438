SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.item AS TEXT) AS item
FROM "released" AS r
