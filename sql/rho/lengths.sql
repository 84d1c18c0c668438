-- How many items does each record hold?
-- in:  transactions (record_id, item)
-- out: record_id, items
SELECT t.record_id, cast(count(*) AS integer) AS items
FROM transactions AS t
GROUP BY t.record_id
