-- In which chunk is each node that has one and that others clash with?
-- in:  clashes (other_id), assigned (node_id, chunk)
-- out: node_id, chunk
SELECT DISTINCT a.node_id, a.chunk
FROM assigned AS a
JOIN clashes AS c ON c.other_id = a.node_id
