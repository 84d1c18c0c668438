-- What records are called whose id is the number of their line.
-- in:  transactions (record_id, item)
-- out: record_id, source_id
SELECT DISTINCT record_id, CAST(record_id AS VARCHAR) AS source_id FROM transactions
