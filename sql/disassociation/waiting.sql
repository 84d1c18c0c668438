-- Which nodes wait for a node that has no chunk yet?
-- in:  clashes (node_id, other_id), assigned (node_id)
-- out: node_id
SELECT DISTINCT c.node_id
FROM clashes AS c
ANTI JOIN assigned AS a ON a.node_id = c.other_id
