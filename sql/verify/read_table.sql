-- What does a release hold that is a table?
-- in:  release (record_id, item)
-- out: record_id, item
SELECT record_id, CAST(item AS VARCHAR) AS item FROM release
