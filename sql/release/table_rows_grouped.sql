-- A long release with groups as it is written into a table, record by record, labels in order.
-- in:  shaped (position, record_id, item, group_id)
-- out: record_id, item, group_id
SELECT record_id, item, group_id FROM shaped ORDER BY position, item
