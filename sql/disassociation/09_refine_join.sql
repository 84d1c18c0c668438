-- REFINE: neighbours with terms in common become joint clusters, which share chunks of these terms.
-- A round, for windows of 3, then 9, then 27 clusters: the terms that could be shared, the windows that meet criterion
-- (1), the terms that move, the clusters that are joined, and what is left for the next round.
-- After the last round: the rows of the shared chunks; the items that a chunk below has, too (each gets a chunk of its
-- own); the other items are split by verpart_nodes and verpart_chunks; then the terms that stay. chunk_rows puts record
-- and shared chunks together, for the steps after this one.
-- Terrovitis et al., section 4, algorithm REFINE, line 4, and criterion (1); section 5, Property 1.
-- phase: joining clusters that share items

-- name: candidates
-- Which terms of which clusters could move to a joint cluster of $width neighbours? Those that two of them have or more,
-- that k records hold together, and that no cluster needs.
-- in:  movable_terms (top_id, leaf_id, position, item, support, pinned)
-- out: window_id, top_id, leaf_id, item, support
SELECT m.position // $width AS window_id, m.top_id, m.leaf_id, m.item, m.support
FROM movable_terms AS m
JOIN (
  SELECT o.position // $width AS window_id, o.item
  FROM movable_terms AS o
  GROUP BY o.position // $width, o.item
  HAVING min(o.top_id) < max(o.top_id) AND sum(o.support) >= $k AND max(o.pinned) = 0
) AS r ON r.window_id = m.position // $width AND r.item = m.item

-- name: joined
-- Which neighbours become a joint cluster: where a record of it is at least as likely to hold a refining term as a record
-- of the simple clusters that had them as terms?
-- in:  candidates (window_id, top_id, leaf_id, support), trees (top_id, leaf_id, size)
-- out: window_id, joint_id (numbered from $first)
-- Terrovitis et al., criterion (1)
SELECT t.window_id, cast(row_number() OVER (ORDER BY t.window_id) + $first - 1 AS integer) AS joint_id
FROM (
  SELECT l.window_id, sum(l.support) AS support, sum(l.terms) AS terms, sum(s.size) AS size
  FROM (
    SELECT c.window_id, c.leaf_id, sum(c.support) AS support, count(*) AS terms
    FROM candidates AS c
    GROUP BY c.window_id, c.leaf_id
  ) AS l
  JOIN trees AS s ON s.leaf_id = l.leaf_id
  GROUP BY l.window_id
) AS t
JOIN (
  SELECT w.window_id, sum(s.size) AS size
  FROM (SELECT DISTINCT c.window_id, c.top_id FROM candidates AS c) AS w
  JOIN trees AS s ON s.top_id = w.top_id
  GROUP BY w.window_id
) AS j ON j.window_id = t.window_id
WHERE t.support * t.size >= t.terms * j.size

-- name: moves
-- Which terms move from their cluster to a new joint cluster?
-- in:  candidates (window_id, leaf_id, item), joined (window_id, joint_id)
-- out: joint_id, leaf_id, item
SELECT j.joint_id, c.leaf_id, c.item
FROM candidates AS c
JOIN joined AS j ON j.window_id = c.window_id

-- name: joints
-- Which clusters are under the new joint clusters?
-- in:  trees (top_id, leaf_id), candidates (window_id, top_id), joined (window_id, joint_id)
-- out: joint_id, child_id, leaf_id
SELECT j.joint_id, t.top_id AS child_id, t.leaf_id
FROM trees AS t
JOIN (SELECT DISTINCT c.window_id, c.top_id FROM candidates AS c) AS p ON p.top_id = t.top_id
JOIN joined AS j ON j.window_id = p.window_id

-- name: next_trees
-- Under which top cluster is each simple cluster now?
-- in:  trees (top_id, leaf_id, size, position), new_joints (joint_id, leaf_id)
-- out: top_id, leaf_id, size, position
SELECT coalesce(j.joint_id, t.top_id) AS top_id, t.leaf_id, t.size, t.position
FROM trees AS t
LEFT JOIN new_joints AS j ON j.leaf_id = t.leaf_id

-- name: next_movable_terms
-- Which terms may still move? Those that moved do not.
-- in:  movable_terms (leaf_id, position, item, support, pinned), moves (leaf_id, item), next_trees (top_id, leaf_id)
-- out: top_id, leaf_id, position, item, support, pinned
SELECT t.top_id, m.leaf_id, m.position, m.item, m.support, m.pinned
FROM movable_terms AS m
JOIN next_trees AS t ON t.leaf_id = m.leaf_id
ANTI JOIN moves AS v ON v.leaf_id = m.leaf_id AND v.item = m.item

-- name: shared_rows
-- Which record holds which item of the shared chunks of which joint cluster?
-- in:  cluster_rows (record_id, cluster_id, item), all_moves (joint_id, leaf_id, item)
-- out: record_id, cluster_id (the joint one), item
SELECT r.record_id, v.joint_id AS cluster_id, r.item
FROM cluster_rows AS r
JOIN all_moves AS v ON v.leaf_id = r.cluster_id AND v.item = r.item

-- name: joint_sizes
-- How many rows have the shared chunks of each joint cluster? Those of a later round come later.
-- in:  shared_rows (cluster_id: the joint one)
-- out: cluster_id, n; ordered
SELECT r.cluster_id, count(*) AS n
FROM shared_rows AS r
GROUP BY r.cluster_id
ORDER BY r.cluster_id

-- name: moves_between
-- The moves to some joint clusters.
-- in:  all_moves (joint_id, leaf_id, item)
-- out: joint_id, leaf_id, item
SELECT v.joint_id, v.leaf_id, v.item
FROM all_moves AS v
WHERE v.joint_id BETWEEN $first_id AND $last_id

-- name: joints_until
-- The first joint clusters.
-- in:  all_joints (joint_id, child_id, leaf_id)
-- out: joint_id, child_id, leaf_id
SELECT u.joint_id, u.child_id, u.leaf_id
FROM all_joints AS u
WHERE u.joint_id <= $last_id

-- name: repeated
-- Which items of shared chunks are in a record or shared chunk further down, too? Their chunk must be k-anonymous.
-- in:  all_moves (joint_id, leaf_id, item), all_joints (joint_id, leaf_id), chunks (cluster_id, item)
-- out: cluster_id (the joint one), item
-- Terrovitis et al., Property 1
SELECT s.joint_id AS cluster_id, s.item
FROM (SELECT DISTINCT v.joint_id, v.item FROM all_moves AS v) AS s
JOIN all_joints AS u ON u.joint_id = s.joint_id
JOIN chunks AS h ON h.cluster_id = u.leaf_id AND h.item = s.item
UNION
SELECT s.joint_id AS cluster_id, s.item
FROM (SELECT DISTINCT v.joint_id, v.item FROM all_moves AS v) AS s
JOIN all_joints AS u ON u.joint_id = s.joint_id
JOIN all_moves AS w ON w.leaf_id = u.leaf_id AND w.item = s.item AND w.joint_id <> s.joint_id

-- name: rows_without
-- The rows of shared chunks whose items are nowhere further down.
-- in:  shared_rows (record_id, cluster_id, item), repeated (cluster_id, item)
-- out: record_id, cluster_id, item, position (of the record in its cluster, from 0)
SELECT
  r.record_id,
  r.cluster_id,
  r.item,
  cast(dense_rank() OVER (PARTITION BY r.cluster_id ORDER BY r.record_id) - 1 AS integer) AS position
FROM shared_rows AS r
ANTI JOIN repeated AS x ON x.cluster_id = r.cluster_id AND x.item = r.item

-- name: single_chunks
-- Items that are further down, too, each in a shared chunk of its own: that is k-anonymous.
-- in:  shared_rows (record_id, cluster_id, item), repeated (cluster_id, item)
-- out: cluster_id, item, chunk, support
SELECT r.cluster_id, r.item, -r.item AS chunk, cast(count(*) AS integer) AS support
FROM shared_rows AS r
JOIN repeated AS x ON x.cluster_id = r.cluster_id AND x.item = r.item
GROUP BY r.cluster_id, r.item

-- name: remaining_terms
-- Which terms are left in the term chunks?
-- in:  terms (cluster_id, item, support), all_moves (leaf_id, item)
-- out: cluster_id, item, support
SELECT t.cluster_id, t.item, t.support
FROM terms AS t
ANTI JOIN all_moves AS v ON v.leaf_id = t.cluster_id AND v.item = t.item

-- name: chunk_rows
-- Which record holds which item of which record or shared chunk?
-- in:  cluster_rows (record_id, cluster_id, item), chunks (cluster_id, item, chunk)
-- out: cluster_id, chunk, record_id, item
SELECT r.cluster_id, h.chunk, r.record_id, r.item
FROM cluster_rows AS r
JOIN chunks AS h ON h.cluster_id = r.cluster_id AND h.item = r.item
