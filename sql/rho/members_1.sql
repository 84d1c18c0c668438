-- Which item makes up each set of one item? The rest is the empty set.
-- in:  sets (set_id, item)
-- out: set_id, item, sub_id
SELECT s.set_id, s.item, 0 AS sub_id
FROM sets AS s
