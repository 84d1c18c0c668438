SELECT
  record_id,
  CAST(item AS STRING) AS item,
  CAST(group_id AS STRING) AS group_id
FROM `release` AS release
