-- name: leading_items
SELECT
  i.label
FROM `items` AS i
WHERE
  i.item <= 11
ORDER BY
  i.item NULLS LAST
