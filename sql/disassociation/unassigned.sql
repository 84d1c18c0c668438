-- All nodes, to be put into chunks.
-- in:  nodes (node_id)
-- out: node_id
SELECT n.node_id
FROM nodes AS n
