-- VERPART, chunks: each node goes to the first chunk of its cluster where it completes no clash.
-- A round: the nodes that wait for no other one (ready), the chunks that are barred for them, the first chunk that is
-- not; then the nodes and clashes that are left. Rounds repeat while many nodes are left; the last ones are assigned one
-- by one in Python, which needs known_chunks. The result: which item of which cluster is in which chunk.
-- Terrovitis et al., section 4, algorithm VERPART, lines 8 to 16.

-- name: waiting
-- Which nodes wait for a node that has no chunk yet?
-- in:  clashes (node_id, other_id), assigned (node_id)
-- out: node_id
SELECT DISTINCT c.node_id
FROM clashes AS c
ANTI JOIN assigned AS a ON a.node_id = c.other_id

-- name: ready
-- Which nodes can be put into a chunk now?
-- in:  unassigned (node_id), waiting (node_id)
-- out: node_id
SELECT u.node_id
FROM unassigned AS u
ANTI JOIN waiting AS w ON w.node_id = u.node_id

-- name: barred_chunks
-- Which chunks may a node not go to: those where all other nodes of a clash are?
-- in:  clashes (clash_id, node_id, other_id), ready (node_id), assigned (node_id, chunk)
-- out: node_id, chunk
SELECT DISTINCT b.node_id, b.chunk
FROM (
  SELECT c.clash_id, c.node_id, min(a.chunk) AS chunk
  FROM clashes AS c
  JOIN ready AS r ON r.node_id = c.node_id
  JOIN assigned AS a ON a.node_id = c.other_id
  GROUP BY c.clash_id, c.node_id
  HAVING min(a.chunk) = max(a.chunk)
) AS b

-- name: first_chunks
-- Which is the first chunk (from 1) that each ready node may go to?
-- in:  ready (node_id), barred (node_id, chunk)
-- out: node_id, chunk
-- Terrovitis et al., algorithm VERPART, lines 8 to 15: filling one chunk after the other, or giving each term the first
-- chunk that takes it, is the same
SELECT t.node_id, min(t.chunk) AS chunk
FROM (
  SELECT y.node_id, cast(1 AS bigint) AS chunk FROM ready AS y
  UNION
  SELECT b.node_id, b.chunk + 1 AS chunk FROM barred AS b
) AS t
ANTI JOIN barred AS x ON x.node_id = t.node_id AND x.chunk = t.chunk
GROUP BY t.node_id

-- name: still_unassigned
-- Which nodes have no chunk yet?
-- in:  unassigned (node_id), waiting (node_id)
-- out: node_id
SELECT u.node_id
FROM unassigned AS u
JOIN waiting AS w ON w.node_id = u.node_id

-- name: still_clashing
-- Which clashes concern nodes that have no chunk yet?
-- in:  clashes (clash_id, node_id, other_id), waiting (node_id)
-- out: clash_id, node_id, other_id
SELECT c.clash_id, c.node_id, c.other_id
FROM clashes AS c
JOIN waiting AS w ON w.node_id = c.node_id

-- name: known_chunks
-- In which chunk is each node that has one and that others clash with?
-- in:  clashes (other_id), assigned (node_id, chunk)
-- out: node_id, chunk
SELECT DISTINCT a.node_id, a.chunk
FROM assigned AS a
JOIN clashes AS c ON c.other_id = a.node_id

-- name: chunks
-- Which item of which cluster is in which of its chunks?
-- in:  nodes (node_id, cluster_id, item, support), assigned (node_id, chunk)
-- out: cluster_id, item, chunk, support
SELECT n.cluster_id, n.item, cast(a.chunk AS integer) AS chunk, n.support
FROM nodes AS n
JOIN assigned AS a ON a.node_id = n.node_id
