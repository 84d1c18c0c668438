-- How many rows does a table hold?
-- in:  any
-- out: n
SELECT count(*) AS n FROM any_table
