SELECT
  records.record_id AS record_id,
  items.item AS item
FROM `pairs` AS pairs
JOIN `records` AS records
  ON records.source_record = pairs.record
JOIN `items` AS items
  ON items.source_item = pairs.item
ORDER BY
  record_id NULLS LAST,
  item NULLS LAST
