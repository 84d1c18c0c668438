-- What each record is called in the source.
-- in:  records
-- out: record_id, source_id
SELECT record_id, cast(source_record AS VARCHAR) AS source_id FROM records
