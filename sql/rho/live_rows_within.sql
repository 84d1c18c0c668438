-- The rows of some records, of those that hold a sensitive item.
-- in:  transactions (record_id, item), sensitive_rows (record_id, item), within (record_id)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
SEMI JOIN sensitive_rows AS h ON h.record_id = t.record_id
SEMI JOIN within AS w ON w.record_id = t.record_id
