-- Which chunks hold an item that fewer than k of their subrecords hold?
-- in:  labels (label: a node, support), nodes (node_id, chunk_id)
-- out: chunk_id
SELECT DISTINCT n.chunk_id
FROM labels AS l
JOIN nodes AS n ON n.node_id = l.label
WHERE l.support < $k
