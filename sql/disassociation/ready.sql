-- Which nodes can be put into a chunk now?
-- in:  unassigned (node_id), waiting (node_id)
-- out: node_id
SELECT u.node_id
FROM unassigned AS u
ANTI JOIN waiting AS w ON w.node_id = u.node_id
