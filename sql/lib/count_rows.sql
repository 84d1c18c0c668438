-- How many rows does a table hold?
-- in:  any_table
-- out: n
SELECT count(*) AS n FROM any_table
