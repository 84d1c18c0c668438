SELECT
  item AS source_item,
  CAST(item AS TEXT) AS label,
  COUNT(*) AS n
FROM "pairs" AS pairs
GROUP BY
  item
