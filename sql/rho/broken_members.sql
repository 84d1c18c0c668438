-- Which items make up the sets of these rules?
-- in:  members (set_id, item), rules (set_id)
-- out: set_id, item
SELECT m.set_id, m.item
FROM members AS m
SEMI JOIN rules AS r ON r.set_id = m.set_id
ORDER BY m.set_id, m.item
