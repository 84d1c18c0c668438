-- The original records with the numbers of the released labels.
-- in:  original (record_id, item: label), labels (item, label)
-- out: record_id, item
SELECT DISTINCT original.record_id, labels.item FROM original JOIN labels ON original.item = labels.label
