SELECT
  record,
  item
FROM `pairs` AS pairs
WHERE
  LENGTH(TRIM(11 FROM CAST(item AS STRING))) > 0
  AND LENGTH(TRIM(11 FROM CAST(record AS STRING))) > 0
