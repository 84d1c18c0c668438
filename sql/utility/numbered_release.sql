-- A release with the numbers of the source's items.
-- in:  release (record_id, item: label), items (item, label)
-- out: record_id, item
SELECT r.record_id, i.item
FROM release AS r
JOIN items AS i ON i.label = r.item
