-- Who wants which item hidden? Persons and items without data fall out.
-- in:  named (record_id, item), items (item, label), source_rows (record_id)
-- out: record_id, item
SELECT DISTINCT n.record_id, i.item
FROM named AS n
JOIN items AS i ON i.label = n.item
SEMI JOIN source_rows AS r ON r.record_id = n.record_id
