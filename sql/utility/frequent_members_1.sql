-- Which item makes up each frequent set of one item?
-- in:  frequent (set_id, item)
-- out: set_id, item
SELECT f.set_id, f.item
FROM frequent AS f
