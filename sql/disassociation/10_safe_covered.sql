-- Safe disassociation, start: which chunks have a covered item, one that is never without all others of its chunk?
-- The number of records of each cluster; the items of chunks whose records draw on another chunk, too (only there does a
-- covered item link anything); the chunks with a covered item, and whether partial suppression can hide it.
-- Where it cannot (infeasible_chunks), items have to leave the chunk first: safe_leave and safe_move, then look again.
-- Awad et al., section 3.3, Definition 3; section 4.1, preconditions (3) and (4).
-- phase: looking for covered items

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

-- name: exposed_items
-- Which items are in chunks that may have covered ones: those of two items or more, where the records have items of another
-- chunk, too? A record may have items of the chunks of its simple cluster and of the shared chunks above it.
-- in:  all_chunks (cluster_id, item, chunk, support), joints (joint_id, leaf_id)
-- out: cluster_id, item, chunk, support
-- Awad et al., Definition 3; the paper has no shared chunks
WITH several AS (
  SELECT c.cluster_id, c.chunk, count(*) AS items
  FROM all_chunks AS c
  GROUP BY c.cluster_id, c.chunk
), counts AS (
  SELECT s.cluster_id, count(*) AS chunks
  FROM several AS s
  GROUP BY s.cluster_id
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
SELECT h.cluster_id, h.item, h.chunk, h.support
FROM all_chunks AS h
JOIN several AS v ON v.cluster_id = h.cluster_id AND v.chunk = h.chunk AND v.items > 1
JOIN reach AS r ON r.cluster_id = h.cluster_id
LEFT JOIN (SELECT DISTINCT j.joint_id FROM joints AS j) AS u ON u.joint_id = h.cluster_id
WHERE r.chunks > 1 OR u.joint_id IS NOT NULL

-- name: occurrences
-- How many items are in all record and shared chunks?
-- in:  all_chunks (support)
-- out: n
SELECT coalesce(sum(c.support), 0) AS n
FROM all_chunks AS c

-- name: rows_of_chunks
-- The subrecords of some of the chunks.
-- in:  open_rows (cluster_id, chunk, record_id, item), some_chunks (cluster_id, chunk)
-- out: cluster_id, chunk, record_id, item
SELECT r.cluster_id, r.chunk, r.record_id, r.item
FROM open_rows AS r
JOIN some_chunks AS x ON x.cluster_id = r.cluster_id AND x.chunk = r.chunk

-- name: covered_chunks
-- Which chunks have a covered item: one that is never without all the others? Can they be suppressed in part, that is, is
-- there room for two ghosts (precondition 3), and do k subrecords keep all items (precondition 4)?
-- in:  open_items (cluster_id, item, chunk, support), open_rows (cluster_id, chunk, record_id): their subrecords,
--      sizes (cluster_id, size)
-- out: cluster_id, chunk, items, subrecords, whole (subrecords with all items), size (records of the cluster),
--      suppressions (subrecords to suppress items of), room, feasible (both 0 or 1)
-- Awad et al., Definition 3, preconditions (3) and (4)
SELECT
  v.cluster_id, v.chunk, v.items, v.subrecords, v.whole, v.size, v.suppressions, v.room,
  CASE WHEN v.room = 1 AND v.whole - v.suppressions >= $k THEN 1 ELSE 0 END AS feasible
FROM (
  SELECT
    n.cluster_id, n.chunk, n.items, n.subrecords, n.whole, z.size,
    (n.items + 1) // 2 AS suppressions,
    CASE WHEN n.subrecords + 2 <= z.size THEN 1 ELSE 0 END AS room
  FROM (
    SELECT
      h.cluster_id, h.chunk, h.items, h.min_support,
      count(*) AS subrecords, count(*) FILTER (WHERE l.items = h.items) AS whole
    FROM (
      SELECT i.cluster_id, i.chunk, count(*) AS items, min(i.support) AS min_support
      FROM open_items AS i
      GROUP BY i.cluster_id, i.chunk
      HAVING count(*) > 1
    ) AS h
    JOIN (
      SELECT o.cluster_id, o.chunk, count(*) AS items
      FROM open_rows AS o
      GROUP BY o.cluster_id, o.chunk, o.record_id
    ) AS l ON l.cluster_id = h.cluster_id AND l.chunk = h.chunk
    GROUP BY h.cluster_id, h.chunk, h.items, h.min_support
  ) AS n
  JOIN sizes AS z ON z.cluster_id = n.cluster_id
  WHERE n.whole = n.min_support
) AS v

-- name: feasible_chunks
-- Which chunks with a covered item can be suppressed in part? They stay as they are until then.
-- in:  covered_chunks (cluster_id, chunk, items, suppressions, feasible)
-- out: cluster_id, chunk, items, suppressions
SELECT c.cluster_id, c.chunk, c.items, c.suppressions
FROM covered_chunks AS c
WHERE c.feasible = 1

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
