SELECT
  r.cluster_id AS record_id,
  CONCAT(
    COALESCE(COALESCE(CAST(r.parent_id AS STRING), '-'), ''),
    '/',
    COALESCE(r.kind, ''),
    '/',
    COALESCE(CAST(r.size AS STRING), '')
  ) AS item
FROM `release` AS r
