-- VERPART, chunks: each node goes to the first chunk of its cluster where it completes no clash.
-- A round: the nodes that wait for no other one (ready), the chunks that are barred for them, the first chunk that is
-- not; then the nodes and clashes that are left. Rounds repeat while many nodes are left; the last ones are assigned one
-- by one in Python, which needs known_chunks. The result: which item of which cluster is in which chunk.
-- Terrovitis et al., section 4, algorithm VERPART, lines 8 to 16.
-- phase: putting items into chunks

-- name: free_members
-- Which nodes of an itemset that is needed together have no chunk yet?
-- in:  nodes (node_id, block_id, item), itemset (item), assigned (node_id)
-- out: block_id, node_id
SELECT n.block_id, n.node_id
FROM nodes AS n
JOIN itemset AS i ON i.item = n.item
ANTI JOIN assigned AS a ON a.node_id = n.node_id

-- name: member_chunks
-- In which chunk are the others, where they are all in one? (NULL: they are in several.)
-- in:  nodes (node_id, block_id, item), itemset (item), assigned (node_id, chunk)
-- out: block_id, chunk
SELECT n.block_id, CASE WHEN min(a.chunk) = max(a.chunk) THEN min(a.chunk) END AS chunk
FROM nodes AS n
JOIN itemset AS i ON i.item = n.item
JOIN assigned AS a ON a.node_id = n.node_id
GROUP BY n.block_id

-- name: barred_to_members
-- Which chunks can free members not go to, all together, since they complete a clash there? (NULL: to none.)
-- in:  clash_nodes (clash_id, node_id) of nodes that are needed together, free (block_id, node_id), assigned (node_id, chunk)
-- out: block_id, chunk
SELECT DISTINCT b.block_id, b.chunk
FROM (
  SELECT min(f.block_id) AS block_id, min(a.chunk) AS chunk
  FROM clash_nodes AS c
  LEFT JOIN free AS f ON f.node_id = c.node_id
  LEFT JOIN assigned AS a ON a.node_id = c.node_id
  GROUP BY c.clash_id
  HAVING count(f.node_id) > 0 AND count(f.node_id) + count(a.node_id) = count(*)
    AND (min(a.chunk) IS NULL OR min(a.chunk) = max(a.chunk))
) AS b

-- name: placed
-- Which chunk takes all free members of each block: that of the others, else the first that can? None where the others
-- are in several, or where the members clash among themselves.
-- in:  free (block_id, node_id), member_chunks (block_id, chunk), barred (block_id, chunk)
-- out: node_id, chunk
SELECT f.node_id, p.chunk
FROM free AS f
JOIN (
  SELECT c.block_id, min(c.chunk) AS chunk
  FROM (
    SELECT m.block_id, m.chunk FROM member_chunks AS m WHERE m.chunk IS NOT NULL
    UNION
    SELECT x.block_id, x.chunk
    FROM (
      SELECT r.block_id, cast(1 AS bigint) AS chunk FROM free AS r
      UNION
      SELECT b.block_id, b.chunk + 1 AS chunk FROM barred AS b WHERE b.chunk IS NOT NULL
    ) AS x
    ANTI JOIN member_chunks AS o ON o.block_id = x.block_id
  ) AS c
  ANTI JOIN barred AS d ON d.block_id = c.block_id AND d.chunk = c.chunk
  ANTI JOIN (SELECT e.block_id FROM barred AS e WHERE e.chunk IS NULL) AS n ON n.block_id = c.block_id
  GROUP BY c.block_id
) AS p ON p.block_id = f.block_id

-- name: clash_nodes
-- The clashes among nodes of items that are needed together, a row for each node. (These come first in their cluster.)
-- in:  clashes (clash_id, node_id, other_id), nodes (node_id, item), together (item)
-- out: clash_id, node_id
WITH among AS (
  SELECT c.clash_id, c.node_id, c.other_id
  FROM clashes AS c
  JOIN nodes AS n ON n.node_id = c.node_id
  JOIN together AS t ON t.item = n.item
)
SELECT a.clash_id, a.other_id AS node_id FROM among AS a
UNION
SELECT b.clash_id, b.node_id FROM among AS b

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
-- in:  nodes (node_id, cluster_id, item, support, block_id), assigned (node_id, chunk: of its block)
-- out: cluster_id, item, chunk (of the cluster: a block has no more chunks than nodes), support
SELECT
  n.cluster_id,
  n.item,
  cast(a.chunk + n.block_id - min(n.block_id) OVER (PARTITION BY n.cluster_id) AS integer) AS chunk,
  n.support
FROM nodes AS n
JOIN assigned AS a ON a.node_id = n.node_id
