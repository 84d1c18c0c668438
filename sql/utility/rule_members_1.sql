-- Which item makes up each set of one item, and what is left without it: the empty set, 0.
-- in:  sets (set_id, item)
-- out: set_id, item, sub_id
SELECT s.set_id, s.item, 0 AS sub_id
FROM sets AS s
