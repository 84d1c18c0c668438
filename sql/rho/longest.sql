-- How many items does the longest record hold?
-- in:  transactions (record_id, item)
-- out: n
SELECT max(l.items) AS n
FROM (SELECT count(*) AS items FROM transactions AS t GROUP BY t.record_id) AS l
