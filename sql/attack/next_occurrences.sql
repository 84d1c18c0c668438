-- Where do the larger sets occur?
-- in:  occurrences (record_id, set_id), known_rows (record_id, item), larger_sets (set_id, prefix_id, item)
-- out: record_id, set_id, prefix_id, item (the last of the set)
SELECT o.record_id, s.set_id, s.prefix_id, s.item
FROM occurrences AS o
JOIN larger_sets AS s ON s.prefix_id = o.set_id
JOIN known_rows AS r ON r.record_id = o.record_id AND r.item = s.item
