SELECT
  r.subrecord_id AS record_id,
  CONCAT(CAST(r.cluster_id AS TEXT), '/', CAST(r.chunk_id AS TEXT), '/', r.item) AS item
FROM "release" AS r
