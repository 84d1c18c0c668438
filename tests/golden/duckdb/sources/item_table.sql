SELECT DISTINCT
  item,
  label,
  CAST(support AS BIGINT) AS support
FROM "items" AS items
ORDER BY
  item
