-- Which clashes concern nodes that have no chunk yet?
-- in:  clashes (clash_id, node_id, other_id), waiting (node_id)
-- out: clash_id, node_id, other_id
SELECT c.clash_id, c.node_id, c.other_id
FROM clashes AS c
JOIN waiting AS w ON w.node_id = c.node_id
