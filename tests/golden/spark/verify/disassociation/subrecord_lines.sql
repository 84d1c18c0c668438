SELECT
  CONCAT(
    COALESCE(CAST(s.cluster_id AS STRING), ''),
    ' ',
    COALESCE(CAST(s.chunk_id AS STRING), ''),
    ' ',
    COALESCE(CAST(s.subrecord_id AS STRING), '')
  ) AS record_id,
  s.item
FROM `subrecords` AS s
