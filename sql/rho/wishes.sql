-- Which person wants which item hidden, in the numbers of the data? Persons and items without data fall out.
-- in:  named (source_id, label), items (item, label), record_ids (record_id, source_id)
-- out: record_id, item
SELECT r.record_id, i.item
FROM named AS n
JOIN items AS i ON i.label = n.label
JOIN record_ids AS r ON r.source_id = n.source_id
