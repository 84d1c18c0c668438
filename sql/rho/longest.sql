-- How many items does the longest record hold?
-- in:  lengths (items)
-- out: n
SELECT max(l.items) AS n
FROM lengths AS l
