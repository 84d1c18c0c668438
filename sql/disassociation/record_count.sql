-- How many records have an item?
-- in:  transactions (record_id)
-- out: n
SELECT count(DISTINCT t.record_id) AS n
FROM transactions AS t
