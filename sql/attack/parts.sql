-- How many subrecords are there whose records draw on another chunk, too?
-- in:  lines (record_id: a subrecord, item: a node), nodes (node_id, chunk_id), covers (chunk_id, kind, reach)
-- out: subrecords
SELECT count(DISTINCT l.record_id) AS subrecords
FROM lines AS l
JOIN nodes AS n ON n.node_id = l.item
JOIN covers AS v ON v.chunk_id = n.chunk_id AND (v.kind = 'joint' OR v.reach > 1)
