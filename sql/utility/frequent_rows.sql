-- The rows of frequent items.
-- in:  transactions (record_id, item), frequent (item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
SEMI JOIN frequent AS f ON f.item = t.item
