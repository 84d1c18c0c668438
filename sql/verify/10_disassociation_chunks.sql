-- A disassociated release: are its chunks k^m-anonymous, and must no record be empty?
-- An item is told apart by its chunk (nodes), so that all chunks are one set of records (chunk_items) and are counted
-- together: equal_records, then the sets of km. Chunks with a set under k are bad. Then Lemma 2 (too few subrecords),
-- Property 1 (an item that a chunk below has, too), and the sizes of the release.
-- Terrovitis et al., section 5, Lemma 2 and Property 1.

-- name: nodes
-- The items of each chunk, numbered.
-- in:  subrecords (chunk_id, item)
-- out: node_id, chunk_id, item
SELECT row_number() OVER (ORDER BY n.chunk_id, n.item) AS node_id, n.chunk_id, n.item
FROM (SELECT DISTINCT s.chunk_id, s.item FROM subrecords AS s) AS n

-- name: chunk_items
-- All chunks as one set of records, each row once: no two chunks have an item in common.
-- in:  subrecords (chunk_id, subrecord_id, item), nodes (node_id, chunk_id, item)
-- out: record_id, item
SELECT DISTINCT s.subrecord_id AS record_id, n.node_id AS item
FROM subrecords AS s
JOIN nodes AS n ON n.chunk_id = s.chunk_id AND n.item = s.item
WHERE s.subrecord_id IS NOT NULL

-- name: chunk_sizes
-- How many items and subrecords has each chunk, how many subrecords hold all of its items, and how many its rarest item?
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: cluster_id, chunk_id, items, subrecords, full, min_support
SELECT
  i.cluster_id, i.chunk_id, i.items,
  count(*) AS subrecords, count(*) FILTER (WHERE r.items = i.items) AS full,
  i.min_support
FROM (
  SELECT s.cluster_id, s.chunk_id, count(*) AS items, min(s.support) AS min_support
  FROM (
    SELECT o.cluster_id, o.chunk_id, o.item, count(*) AS support
    FROM subrecords AS o
    GROUP BY o.cluster_id, o.chunk_id, o.item
  ) AS s
  GROUP BY s.cluster_id, s.chunk_id
) AS i
JOIN (
  SELECT x.chunk_id, x.subrecord_id, count(*) AS items
  FROM subrecords AS x
  GROUP BY x.chunk_id, x.subrecord_id
) AS r ON r.chunk_id = i.chunk_id
GROUP BY i.cluster_id, i.chunk_id, i.items, i.min_support

-- name: bad_singles
-- Which chunks hold an item that fewer than k of their subrecords hold?
-- in:  labels (label: a node, support), nodes (node_id, chunk_id)
-- out: chunk_id
SELECT DISTINCT n.chunk_id
FROM labels AS l
JOIN nodes AS n ON n.node_id = l.label
WHERE l.support < $k

-- name: bad_sets
-- Which chunks hold a larger set of items that fewer than k of their subrecords hold?
-- in:  extensions (item, support), labels (item, label: a node), nodes (node_id, chunk_id)
-- out: chunk_id
SELECT DISTINCT n.chunk_id
FROM extensions AS e
JOIN labels AS l ON l.item = e.item
JOIN nodes AS n ON n.node_id = l.label
WHERE e.support < $k

-- name: bad_count
-- How many chunks are there in a list?
-- in:  bad (chunk_id)
-- out: n
SELECT count(DISTINCT b.chunk_id) AS n
FROM bad AS b

-- name: too_few_subrecords
-- How many simple clusters without a term have too few subrecords to fill their records?
-- in:  clusters (cluster_id, kind, size), chunk_sizes (cluster_id, chunk_id, subrecords), terms (cluster_id)
-- out: faults
-- Terrovitis et al., Lemma 2
SELECT count(*) AS faults
FROM clusters AS c
LEFT JOIN (
  SELECT h.cluster_id, count(*) AS chunks, sum(h.subrecords) AS subrecords
  FROM chunk_sizes AS h
  GROUP BY h.cluster_id
) AS n ON n.cluster_id = c.cluster_id
ANTI JOIN terms AS t ON t.cluster_id = c.cluster_id
WHERE c.kind = 'simple' AND (n.chunks IS NULL OR n.subrecords < c.size + $k * (least($m, n.chunks) - 1))

-- name: conflicts
-- How many shared chunks hold an item that is in a record or shared chunk further down as well, without being k-anonymous?
-- in:  nodes (node_id, chunk_id, item), chunk_sizes (cluster_id, chunk_id), above (cluster_id, upper_id),
--      alike (source_id: a subrecord, weight), lines (record_id: a subrecord, item: a node)
-- out: faults
-- Terrovitis et al., Property 1
SELECT count(DISTINCT u.chunk_id) AS faults
FROM nodes AS u
JOIN chunk_sizes AS s ON s.chunk_id = u.chunk_id
JOIN above AS x ON x.upper_id = s.cluster_id AND x.cluster_id <> s.cluster_id
JOIN chunk_sizes AS b ON b.cluster_id = x.cluster_id
JOIN nodes AS d ON d.chunk_id = b.chunk_id AND d.item = u.item
JOIN (
  SELECT DISTINCT n.chunk_id
  FROM alike AS a
  JOIN lines AS l ON l.record_id = a.source_id
  JOIN nodes AS n ON n.node_id = l.item
  WHERE a.weight < $k
) AS w ON w.chunk_id = u.chunk_id

-- name: sizes
-- How many records, clusters and rows does the release hold?
-- in:  clusters (kind, size), subrecords (item), terms (item)
-- out: records, clusters, joint_clusters, n_rows, term_rows, smallest_cluster, largest_cluster
SELECT
  coalesce(sum(c.size) FILTER (WHERE c.kind = 'simple'), 0) AS records,
  count(*) FILTER (WHERE c.kind = 'simple') AS clusters,
  count(*) FILTER (WHERE c.kind = 'joint') AS joint_clusters,
  (SELECT count(*) FROM subrecords AS s) + (SELECT count(*) FROM terms AS u) AS n_rows,
  (SELECT count(*) FROM terms AS t) AS term_rows,
  coalesce(min(c.size) FILTER (WHERE c.kind = 'simple'), 0) AS smallest_cluster,
  coalesce(max(c.size) FILTER (WHERE c.kind = 'simple'), 0) AS largest_cluster
FROM clusters AS c
