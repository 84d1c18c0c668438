-- The one-smaller subset of a set of one item is the empty set.
-- in:  sets (set_id)
-- out: set_id, sub_id
SELECT s.set_id, 0 AS sub_id
FROM sets AS s
