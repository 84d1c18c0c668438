-- The rows of the source with numbers for items.
-- in:  source_rows (record_id, item), items (item, label)
-- out: record_id, item
SELECT r.record_id, i.item
FROM source_rows AS r
JOIN items AS i ON i.label = r.item
