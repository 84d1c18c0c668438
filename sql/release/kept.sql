-- The record ids of the source, in its order.
-- in:  records (record_id), record_ids (record_id, source_id)
-- out: record_id, position, published_id
SELECT records.record_id, records.record_id AS position, record_ids.source_id AS published_id
FROM records JOIN record_ids ON records.record_id = record_ids.record_id
