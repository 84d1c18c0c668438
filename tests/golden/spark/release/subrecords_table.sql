SELECT
  s.cluster_id,
  s.chunk_id,
  s.subrecord_id,
  s.item
FROM `subrecords` AS s
ORDER BY
  s.cluster_id NULLS LAST,
  s.chunk_id NULLS LAST,
  s.subrecord_id NULLS LAST,
  s.item NULLS LAST
