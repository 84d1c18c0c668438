-- Rows as numbers, in order, where a record is known by its number already.
-- in:  pairs, items
-- out: record_id, item
SELECT pairs.record AS record_id, items.item AS item
FROM pairs
JOIN items ON items.source_item = pairs.item
ORDER BY record_id, item
