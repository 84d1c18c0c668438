-- An empty table of nodes and their chunks.
-- in:  unassigned (node_id)
-- out: node_id, chunk
SELECT u.node_id, cast(0 AS bigint) AS chunk
FROM unassigned AS u
WHERE 1 = 0
