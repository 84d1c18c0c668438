SELECT
  r.subrecord_id AS record_id,
  CONCAT(
    COALESCE(CAST(r.cluster_id AS STRING), ''),
    '/',
    COALESCE(CAST(r.chunk_id AS STRING), ''),
    '/',
    COALESCE(r.item, '')
  ) AS item
FROM `release` AS r
