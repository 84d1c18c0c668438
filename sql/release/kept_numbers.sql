-- The line numbers of the source as record ids, in its order.
-- in:  records (record_id)
-- out: record_id, position, published_id
SELECT record_id, record_id AS position, record_id AS published_id FROM records
