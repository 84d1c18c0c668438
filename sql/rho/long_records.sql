-- Which records of at least $least items hold a sensitive item, how many items do they hold, and what is their sum?
-- in:  transactions (record_id, item), sensitive_rows (record_id, item)
-- out: record_id, items, item_sum
SELECT t.record_id, cast(count(*) AS integer) AS items, cast(sum(t.item) AS bigint) AS item_sum
FROM transactions AS t
SEMI JOIN sensitive_rows AS h ON h.record_id = t.record_id
GROUP BY t.record_id
HAVING count(*) >= $least
