-- How many different sets are there?
-- in:  exceeding (set_id)
-- out: n
SELECT count(DISTINCT set_id) AS n FROM exceeding
