-- The wishes with the numbers of the released labels; what is not released cannot be inferred.
-- in:  wishes (record_id, item: label), labels (item, label)
-- out: record_id, item
SELECT wishes.record_id, labels.item FROM wishes JOIN labels ON wishes.item = labels.label
