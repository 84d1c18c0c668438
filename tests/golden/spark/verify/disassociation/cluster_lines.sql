SELECT
  c.cluster_id AS record_id,
  CONCAT(
    COALESCE(c.kind, ''),
    ' ',
    COALESCE(CAST(c.size AS STRING), ''),
    ' ',
    COALESCE(CAST(COALESCE(c.parent_id, 0) AS STRING), '')
  ) AS item
FROM `clusters` AS c
