-- How many of the subrecords that hold a set hold each item of the chunk (its own ones: all)?
-- in:  occurrences (record_id, set_id), known_rows (record_id, item, items)
-- out: set_id, item, items (of the chunk), support
SELECT o.set_id, r.item, r.items, count(*) AS support
FROM occurrences AS o
JOIN known_rows AS r ON r.record_id = o.record_id
GROUP BY o.set_id, r.item, r.items
