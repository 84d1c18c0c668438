-- How many records hold each item?
-- in:  transactions (record_id, item)
-- out: item, support
SELECT t.item, count(*) AS support
FROM transactions AS t
GROUP BY t.item
