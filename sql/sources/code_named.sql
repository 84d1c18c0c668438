-- Rows as numbers, in order.
-- in:  pairs, items, records
-- out: record_id, item
SELECT records.record_id AS record_id, items.item AS item
FROM pairs
JOIN records ON records.source_record = pairs.record
JOIN items ON items.source_item = pairs.item
ORDER BY record_id, item
