-- All chunks as one set of records: no two chunks have an item in common.
-- in:  subrecords (chunk_id, subrecord_id, item), nodes (node_id, chunk_id, item)
-- out: record_id, item
SELECT s.subrecord_id AS record_id, n.node_id AS item
FROM subrecords AS s
JOIN nodes AS n ON n.chunk_id = s.chunk_id AND n.item = s.item
