-- The data as they are, to start from.
-- in:  transactions (record_id, item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
