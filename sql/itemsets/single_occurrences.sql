-- Which record holds which set of one item?
-- in:  frequent_rows (record_id, item), found (set_id, item, size)
-- out: record_id, set_id, item (the last of the set)
SELECT r.record_id, f.set_id, r.item
FROM frequent_rows AS r
JOIN found AS f ON f.item = r.item AND f.size = 1
