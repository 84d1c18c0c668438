-- A release with groups whose record ids tell the group, too: for a fingerprint of all three columns.
-- in:  lines (record_id, item, group_id)
-- out: record_id, item
SELECT concat(CAST(group_id AS VARCHAR), ':', CAST(record_id AS VARCHAR)) AS record_id, item FROM lines
