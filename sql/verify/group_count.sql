-- How many groups are there?
-- in:  lines (group_id)
-- out: n
SELECT count(DISTINCT group_id) AS n FROM lines
