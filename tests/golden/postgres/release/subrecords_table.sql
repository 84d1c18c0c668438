SELECT
  s.cluster_id,
  s.chunk_id,
  s.subrecord_id,
  s.item
FROM "subrecords" AS s
ORDER BY
  s.cluster_id,
  s.chunk_id,
  s.subrecord_id,
  s.item
