-- What does a release with groups hold that is a table?
-- in:  release (record_id, item, group_id)
-- out: record_id, item, group_id (as text)
SELECT record_id, CAST(item AS VARCHAR) AS item, CAST(group_id AS VARCHAR) AS group_id FROM release
