-- name: line_numbers
SELECT DISTINCT
  t.record_id,
  CAST(t.record_id AS STRING) AS source_id
FROM `transactions` AS t

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
