-- Which record of which dataset holds which set of one item?
-- in:  rows (draw, record_id, item), found (set_id, draw, item)
-- out: draw, record_id, set_id, item (the last of the set)
SELECT r.draw, r.record_id, f.set_id, r.item
FROM rows AS r
JOIN found AS f ON f.draw = r.draw AND f.item = r.item
