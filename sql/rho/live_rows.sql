-- The rows of the records that hold a sensitive item.
-- in:  transactions (record_id, item), sensitive_rows (record_id, item)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
SEMI JOIN sensitive_rows AS h ON h.record_id = t.record_id
