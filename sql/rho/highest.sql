-- What is the highest number of a set?
-- in:  sets (set_id)
-- out: n
SELECT max(s.set_id) AS n
FROM sets AS s
