-- Which record holds which larger set that is frequent enough?
-- in:  occurrences (record_id, set_id, item), frequent_rows (record_id, item), fresh (set_id, parent_id, item, support)
-- out: record_id, set_id, item (the last of the set)
SELECT o.record_id, f.set_id, f.item
FROM occurrences AS o
JOIN fresh AS f ON f.parent_id = o.set_id AND f.support >= $least
JOIN frequent_rows AS r ON r.record_id = o.record_id AND r.item = f.item
