-- name: sensitive_items
SELECT
  i.item,
  i.label,
  i.support
FROM `items` AS i
SEMI JOIN `sensitive` AS h
  ON h.item = i.item
ORDER BY
  i.item NULLS LAST
