SELECT
  CONCAT(
    CAST(s.cluster_id AS TEXT),
    ' ',
    CAST(s.chunk_id AS TEXT),
    ' ',
    CAST(s.subrecord_id AS TEXT)
  ) AS record_id,
  s.item
FROM "subrecords" AS s
