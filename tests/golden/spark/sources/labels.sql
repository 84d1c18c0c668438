SELECT
  item AS source_item,
  CAST(item AS STRING) AS label,
  COUNT(*) AS n
FROM `pairs` AS pairs
GROUP BY
  item
