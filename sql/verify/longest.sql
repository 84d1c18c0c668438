-- How many items does the longest record hold?
-- in:  transactions (record_id, item)
-- out: n
SELECT max(n) AS n FROM (SELECT count(*) AS n FROM transactions GROUP BY record_id) AS lengths
