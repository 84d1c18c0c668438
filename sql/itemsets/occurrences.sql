-- Which record of which dataset holds which of the larger sets?
-- in:  occurrences (draw, record_id, set_id, item) of the smaller ones, frequent_rows (draw, record_id, item),
--      found (set_id, parent_id, item)
-- out: draw, record_id, set_id, item (the last of the set)
SELECT o.draw, o.record_id, f.set_id, f.item
FROM occurrences AS o
JOIN found AS f ON f.parent_id = o.set_id
JOIN frequent_rows AS r ON r.draw = o.draw AND r.record_id = o.record_id AND r.item = f.item
