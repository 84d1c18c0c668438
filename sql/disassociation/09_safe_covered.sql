-- Safe disassociation, start: which chunks have a covered item, one that is never without all others of its chunk?
-- The number of records of each cluster; the chunks whose records draw on another chunk, too (only there does a covered
-- item link anything), and their subrecords; those with a covered item, and whether partial suppression can hide it.
-- Where it cannot (infeasible_chunks), items have to leave the chunk first: safe_leave and safe_move, then look again.
-- Awad et al., section 3.3, Definition 3; section 4.1, preconditions (3) and (4).

-- name: cluster_sizes
-- How many records has each cluster: a simple one its own, a joint one those of its parts?
-- in:  clusters (record_id, cluster_id), joints (joint_id, leaf_id)
-- out: cluster_id, size
SELECT p.home_id AS cluster_id, count(*) AS size
FROM clusters AS c
JOIN (
  SELECT DISTINCT s.cluster_id AS leaf_id, s.cluster_id AS home_id FROM clusters AS s
  UNION ALL
  SELECT j.leaf_id, j.joint_id AS home_id FROM joints AS j
) AS p ON p.leaf_id = c.cluster_id
GROUP BY p.home_id

-- name: exposed_chunks
-- Which chunks may have covered items: those of two items or more, where the records have items of another chunk, too?
-- A record may have items of the chunks of its simple cluster and of the shared chunks above it.
-- in:  all_chunks (cluster_id, item, chunk), joints (joint_id, leaf_id)
-- out: cluster_id, chunk
-- Awad et al., Definition 3; the paper has no shared chunks
WITH counts AS (
  SELECT c.cluster_id, count(DISTINCT c.chunk) AS chunks
  FROM all_chunks AS c
  GROUP BY c.cluster_id
), reach AS (
  SELECT p.cluster_id, sum(n.chunks) AS chunks
  FROM (
    SELECT o.cluster_id, o.cluster_id AS home_id FROM counts AS o
    UNION ALL
    SELECT j.leaf_id AS cluster_id, j.joint_id AS home_id FROM joints AS j
  ) AS p
  JOIN counts AS n ON n.cluster_id = p.home_id
  GROUP BY p.cluster_id
)
SELECT h.cluster_id, h.chunk
FROM all_chunks AS h
JOIN reach AS r ON r.cluster_id = h.cluster_id
LEFT JOIN (SELECT DISTINCT j.joint_id FROM joints AS j) AS u ON u.joint_id = h.cluster_id
WHERE r.chunks > 1 OR u.joint_id IS NOT NULL
GROUP BY h.cluster_id, h.chunk
HAVING count(*) > 1

-- name: exposed_rows
-- The subrecords of the chunks that may have covered items.
-- in:  chunk_rows (cluster_id, chunk, record_id, item), exposed_chunks (cluster_id, chunk)
-- out: cluster_id, chunk, record_id, item
SELECT r.cluster_id, r.chunk, r.record_id, r.item
FROM chunk_rows AS r
JOIN exposed_chunks AS x ON x.cluster_id = r.cluster_id AND x.chunk = r.chunk

-- name: covered_chunks
-- Which chunks have a covered item: one that is never without all the others? Can they be suppressed in part, that is, is
-- there room for two ghosts (precondition 3), and do k subrecords keep all items (precondition 4)?
-- in:  open_rows (cluster_id, chunk, record_id, item), sizes (cluster_id, size)
-- out: cluster_id, chunk, items, subrecords, whole (subrecords with all items), size (records of the cluster),
--      suppressions (subrecords to suppress items of), room, feasible (both 0 or 1)
-- Awad et al., Definition 3, preconditions (3) and (4)
SELECT
  v.cluster_id, v.chunk, v.items, v.subrecords, v.whole, v.size, v.suppressions, v.room,
  CASE WHEN v.room = 1 AND v.whole - v.suppressions >= $k THEN 1 ELSE 0 END AS feasible
FROM (
  SELECT
    h.cluster_id, h.chunk, h.items, n.subrecords, n.whole, z.size,
    (h.items + 1) // 2 AS suppressions,
    CASE WHEN n.subrecords + 2 <= z.size THEN 1 ELSE 0 END AS room
  FROM (
    SELECT s.cluster_id, s.chunk, count(*) AS items, min(s.support) AS min_support
    FROM (
      SELECT o.cluster_id, o.chunk, o.item, count(*) AS support
      FROM open_rows AS o
      GROUP BY o.cluster_id, o.chunk, o.item
    ) AS s
    GROUP BY s.cluster_id, s.chunk
    HAVING count(*) > 1
  ) AS h
  JOIN (
    SELECT l.cluster_id, l.chunk, count(*) AS subrecords, count(*) FILTER (WHERE l.items = l.most) AS whole, max(l.most) AS most
    FROM (
      SELECT o.cluster_id, o.chunk, count(*) AS items, max(count(*)) OVER (PARTITION BY o.cluster_id, o.chunk) AS most
      FROM open_rows AS o
      GROUP BY o.cluster_id, o.chunk, o.record_id
    ) AS l
    GROUP BY l.cluster_id, l.chunk
  ) AS n ON n.cluster_id = h.cluster_id AND n.chunk = h.chunk AND n.most = h.items AND n.whole = h.min_support
  JOIN sizes AS z ON z.cluster_id = h.cluster_id
) AS v

-- name: infeasible_chunks
-- Which chunks with a covered item cannot be suppressed in part? Free is one that other items than covered ones may leave
-- instead: there is no room for ghosts, and k subrecords could keep two items.
-- in:  covered_chunks (cluster_id, chunk, items, subrecords, whole, size, room, feasible)
-- out: cluster_id, chunk, items, subrecords, whole, size, room, free (0 or 1)
SELECT
  c.cluster_id, c.chunk, c.items, c.subrecords, c.whole, c.size, c.room,
  CASE WHEN c.room = 0 AND c.whole > $k AND c.whole < c.subrecords THEN 1 ELSE 0 END AS free
FROM covered_chunks AS c
WHERE c.feasible = 0
