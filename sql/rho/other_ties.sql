-- The ties of the other sets.
-- in:  ties (set_id, sub_id), loosened (set_id)
-- out: set_id, sub_id
SELECT t.set_id, t.sub_id
FROM ties AS t
ANTI JOIN loosened AS l ON l.set_id = t.set_id
