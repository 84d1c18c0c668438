SELECT
  item AS node,
  label,
  1 AS leaves,
  1 AS depth
FROM "items" AS items
