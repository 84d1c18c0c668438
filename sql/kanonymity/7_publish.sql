-- What is released: the label of each occurrence, once a record.
-- phase: labelling the records

-- name: rows
-- The labels of each record.
-- in:  occurrences (record_id, item, node)
-- out: record_id, item (a node)
SELECT DISTINCT record_id, node AS item FROM occurrences
