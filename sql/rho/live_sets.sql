-- Which generators of at least $least records are held together with a sensitive item? Only they and their supersets can
-- break the model; what one record holds cannot be split further.
-- in:  sets (set_id, parent_id, item, support, least), rules (set_id)
-- out: set_id, parent_id, item, support
SELECT s.set_id, s.parent_id, s.item, s.support
FROM sets AS s
SEMI JOIN rules AS r ON r.set_id = s.set_id
WHERE s.support >= $least AND s.support < s.least
