SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.chunk_id AS BIGINT) AS chunk_id,
  CAST(r.subrecord_id AS BIGINT) AS subrecord_id,
  CAST(r.item AS TEXT) AS item
FROM "released" AS r
