-- Which chunks hold a larger set of items that fewer than k of their subrecords hold?
-- in:  extensions (item, support), labels (item, label: a node), nodes (node_id, chunk_id)
-- out: chunk_id
SELECT DISTINCT n.chunk_id
FROM extensions AS e
JOIN labels AS l ON l.item = e.item
JOIN nodes AS n ON n.node_id = l.label
WHERE e.support < $k
