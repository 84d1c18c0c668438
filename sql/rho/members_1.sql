-- Which item makes up each set of one item?
-- in:  sets (set_id, item)
-- out: set_id, item
SELECT s.set_id, s.item
FROM sets AS s
