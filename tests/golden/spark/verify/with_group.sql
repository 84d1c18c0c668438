SELECT
  CONCAT(COALESCE(CAST(group_id AS STRING), ''), ':', COALESCE(CAST(record_id AS STRING), '')) AS record_id,
  item
FROM `lines` AS lines
