-- Which items are in each set of one item?
-- in:  found (set_id, item)
-- out: set_id, item
SELECT f.set_id, f.item
FROM found AS f
