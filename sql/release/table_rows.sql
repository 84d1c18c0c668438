-- A long release as it is written into a table, record by record, labels in order.
-- in:  shaped (position, record_id, item)
-- out: record_id, item
SELECT record_id, item FROM shaped ORDER BY position, item
