-- An empty table of clashes.
-- in:  nodes (node_id)
-- out: clash_id, node_id, other_id
SELECT n.node_id AS clash_id, n.node_id, n.node_id AS other_id
FROM nodes AS n
WHERE 1 = 0
