-- What is a record called that is known by its line number?
-- in:  transactions (record_id)
-- out: record_id, source_id
SELECT DISTINCT t.record_id, cast(t.record_id AS text) AS source_id
FROM transactions AS t
