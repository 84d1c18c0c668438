SELECT
  item,
  label
FROM `items` AS items
ORDER BY
  item NULLS LAST
