-- The release with labels as numbers, one row for each item of each record.
-- in:  lines (record_id, item), labels (item, label)
-- out: record_id, item
SELECT DISTINCT lines.record_id, labels.item
FROM lines JOIN labels ON lines.item = labels.label
WHERE lines.record_id IS NOT NULL
