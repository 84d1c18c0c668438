-- A disassociated release: do its clusters, chunks and terms fit together?
-- First all clusters at or above each cluster: itself, the step up to its parent, and steps that double each time
-- (further); what goes round in a circle never ends. Then the faults of clusters, of the tree, of subrecords, of chunks
-- and of terms, and the simple clusters with fewer than k records.
-- Terrovitis et al., section 3.
-- phase: checking the structure of clusters and chunks

-- name: itself
-- Each cluster, as the first that is at or above itself.
-- in:  clusters (cluster_id)
-- out: cluster_id, upper_id
SELECT c.cluster_id, c.cluster_id AS upper_id
FROM clusters AS c
WHERE c.cluster_id IS NOT NULL

-- name: parents
-- One step up from each cluster.
-- in:  clusters (cluster_id, parent_id)
-- out: cluster_id, upper_id
SELECT DISTINCT c.cluster_id, c.parent_id AS upper_id
FROM clusters AS c
WHERE c.cluster_id IS NOT NULL AND c.parent_id IS NOT NULL

-- name: further
-- Which clusters lie as far above those that were found as they lie above their own?
-- in:  above (cluster_id, upper_id), step (cluster_id, upper_id)
-- out: cluster_id, upper_id
SELECT DISTINCT a.cluster_id, s.upper_id
FROM above AS a
JOIN step AS s ON s.cluster_id = a.upper_id

-- name: circles
-- Do the clusters go round in a circle? Then some of them lie further up than there are clusters.
-- in:  step (cluster_id, upper_id): so many steps up
-- out: faults (0 or 1)
SELECT CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS faults
FROM step AS s

-- name: cluster_faults
-- What is wrong with the clusters by themselves?
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: faults
SELECT count(*) FILTER (WHERE c.cluster_id IS NULL OR c.size IS NULL OR c.kind IS NULL OR c.kind NOT IN ('simple', 'joint'))
  + count(c.cluster_id) - count(DISTINCT c.cluster_id) AS faults
FROM clusters AS c

-- name: tree_faults
-- Which clusters do not fit together: a parent that is no joint cluster; a joint cluster with fewer than two parts, or
-- whose size is not that of its parts?
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT c.cluster_id
  FROM clusters AS c
  LEFT JOIN clusters AS p ON p.cluster_id = c.parent_id AND p.kind = 'joint'
  WHERE c.parent_id IS NOT NULL AND p.cluster_id IS NULL
  UNION ALL
  SELECT c.cluster_id
  FROM clusters AS c
  LEFT JOIN (
    SELECT x.parent_id, count(*) AS parts, sum(x.size) AS size
    FROM clusters AS x
    GROUP BY x.parent_id
  ) AS s ON s.parent_id = c.cluster_id
  WHERE c.kind = 'joint' AND (s.parts IS NULL OR s.parts < 2 OR s.size <> c.size)
) AS f

-- name: small_clusters
-- How many simple clusters have fewer than k records?
-- in:  clusters (cluster_id, kind, size)
-- out: faults
SELECT count(*) AS faults
FROM clusters AS c
WHERE c.kind = 'simple' AND c.size < $k

-- name: subrecord_faults
-- What is wrong with the subrecords: empty cells, rows that repeat another, clusters that do not exist?
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item), transactions: those alike once (weight, times: rows that name
--      the same), clusters (cluster_id)
-- out: faults
SELECT
  (SELECT count(*) FILTER (
      WHERE s.cluster_id IS NULL OR s.chunk_id IS NULL OR s.subrecord_id IS NULL OR s.item IS NULL OR s.item = ''
    ) FROM subrecords AS s)
  + (SELECT coalesce(sum((t.times - 1) * t.weight), 0) FROM transactions AS t)
  + (SELECT count(*) FROM (SELECT DISTINCT o.cluster_id FROM subrecords AS o) AS n
     ANTI JOIN clusters AS c ON c.cluster_id = n.cluster_id) AS faults

-- name: chunk_faults
-- What is wrong with the chunks: one in two clusters, a subrecord in two chunks, an item in two chunks of a cluster, more
-- subrecords than the cluster has records?
-- in:  chunk_supports (cluster_id, chunk_id, item), contents (subrecord_id, chunk_id, last_chunk_id),
--      chunk_sizes (cluster_id, chunk_id, subrecords), clusters (cluster_id, size)
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT h.chunk_id AS one FROM chunk_supports AS h GROUP BY h.chunk_id HAVING min(h.cluster_id) <> max(h.cluster_id)
  UNION ALL
  SELECT r.subrecord_id AS one FROM contents AS r WHERE r.chunk_id <> r.last_chunk_id
  UNION ALL
  SELECT i.cluster_id AS one FROM chunk_supports AS i GROUP BY i.cluster_id, i.item HAVING min(i.chunk_id) <> max(i.chunk_id)
  UNION ALL
  SELECT n.chunk_id AS one
  FROM chunk_sizes AS n
  JOIN clusters AS c ON c.cluster_id = n.cluster_id
  WHERE n.subrecords > c.size
) AS f

-- name: term_faults
-- What is wrong with the term chunks: empty cells, rows that repeat another, clusters that are not simple, items that are
-- in a record chunk of the cluster, or in a shared chunk above it, too?
-- in:  terms (cluster_id, item), clusters (cluster_id, kind), above (cluster_id, upper_id),
--      chunk_supports (cluster_id, item)
-- out: faults
SELECT
  (SELECT count(*) FILTER (WHERE t.cluster_id IS NULL OR t.item IS NULL OR t.item = '') FROM terms AS t)
  + (SELECT count(*) FROM terms AS a)
  - (SELECT count(*) FROM (SELECT DISTINCT d.cluster_id, d.item FROM terms AS d) AS u)
  + (SELECT count(*) FROM (SELECT DISTINCT o.cluster_id FROM terms AS o) AS n
     ANTI JOIN clusters AS c ON c.cluster_id = n.cluster_id AND c.kind = 'simple')
  + (SELECT count(*) FROM terms AS b
     JOIN above AS x ON x.cluster_id = b.cluster_id
     JOIN (SELECT DISTINCT s.cluster_id, s.item FROM chunk_supports AS s) AS h
       ON h.cluster_id = x.upper_id AND h.item = b.item) AS faults

-- name: sensitive_faults
-- How many of the items that are to be in term chunks only are in a record or shared chunk?
-- in:  chunk_supports (item), sensitive (label)
-- out: faults
SELECT count(*) AS faults
FROM (SELECT DISTINCT s.item FROM chunk_supports AS s) AS i
SEMI JOIN sensitive AS h ON h.label = i.item
