-- The one part of a set of one label is the empty set.
-- in:  sets (set_id)
-- out: set_id, part_id
SELECT set_id, 0 AS part_id FROM sets
