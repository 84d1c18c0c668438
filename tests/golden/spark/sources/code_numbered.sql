SELECT
  pairs.record AS record_id,
  items.item AS item
FROM `pairs` AS pairs
JOIN `items` AS items
  ON items.source_item = pairs.item
ORDER BY
  record_id NULLS LAST,
  item NULLS LAST
