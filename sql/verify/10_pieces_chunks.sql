-- A disassociated release: are its chunks k^m-anonymous, and must no record be empty?
-- An item is told apart by its chunk (nodes), so that all chunks are one set of records and are counted together: equal
-- subrecords once (alike, transactions), then the sets of km. Chunks with a set under k are bad. Then Lemma 2 (too few
-- subrecords), Property 1 (an item that a chunk below has, too), and the sizes of the release.
-- Terrovitis et al., section 5, Lemma 2 and Property 1.
-- phase: recounting the chunks

-- name: chunk_supports
-- How many rows of each chunk name each item?
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: cluster_id, chunk_id, item, support
SELECT s.cluster_id, s.chunk_id, s.item, count(*) AS support
FROM subrecords AS s
WHERE s.chunk_id IS NOT NULL AND s.subrecord_id IS NOT NULL AND s.item IS NOT NULL
GROUP BY s.cluster_id, s.chunk_id, s.item

-- name: nodes
-- The items of each chunk, numbered, the rarest first: a set is entered by its rarest item, which few subrecords hold. The
-- first 52 of a chunk have a power of two each: added up, they tell what a subrecord holds of them.
-- in:  chunk_supports (chunk_id, item, support)
-- out: node_id, chunk_id, item, support, position (in its chunk, from 0), power (0: none)
SELECT
  p.node_id,
  p.chunk_id,
  p.item,
  p.support,
  p.position,
  cast(CASE WHEN p.position < 52 THEN power(2, p.position) ELSE 0 END AS double) AS power
FROM (
  SELECT
    cast(row_number() OVER (ORDER BY n.chunk_id, n.support, n.item) AS integer) AS node_id,
    cast(row_number() OVER (PARTITION BY n.chunk_id ORDER BY n.support, n.item) - 1 AS integer) AS position,
    n.chunk_id,
    n.item,
    n.support
  FROM (
    SELECT c.chunk_id, c.item, sum(c.support) AS support
    FROM chunk_supports AS c
    GROUP BY c.chunk_id, c.item
  ) AS n
) AS p

-- name: contents
-- What does each subrecord hold: of how many rows is it, and which of the first 52 items of its chunk are in them?
-- in:  subrecords (chunk_id, subrecord_id, item), nodes (chunk_id, item, position, power)
-- out: subrecord_id, chunk_id, last_chunk_id (the same), items (rows), powers (added up), last (the highest position)
SELECT
  s.subrecord_id,
  min(s.chunk_id) AS chunk_id,
  max(s.chunk_id) AS last_chunk_id,
  count(*) AS items,
  sum(n.power) AS powers,
  max(n.position) AS last
FROM subrecords AS s
JOIN nodes AS n ON n.chunk_id = s.chunk_id AND n.item = s.item
WHERE s.subrecord_id IS NOT NULL
GROUP BY s.subrecord_id

-- name: wide_rows
-- The rows of subrecords with later items of their chunk, items as numbers.
-- in:  contents (subrecord_id, last), subrecords (subrecord_id, chunk_id, item), nodes (node_id, chunk_id, item)
-- out: record_id, item
SELECT s.subrecord_id AS record_id, n.node_id AS item
FROM contents AS w
JOIN subrecords AS s ON s.subrecord_id = w.subrecord_id
JOIN nodes AS n ON n.chunk_id = s.chunk_id AND n.item = s.item
WHERE w.last >= 52

-- name: alike
-- Which subrecords are alike? One stands for all of a chunk that hold the same items; its weight is how many they are.
-- Where each row is there once, as many powers with the same sum are the same ones (under 2^53 a double is exact); where a
-- row is there twice, all that are told to be alike have one twice. Those with later items: as equal_records found.
-- in:  contents (subrecord_id, chunk_id, items, powers, last), equal_wide (source_id, weight)
-- out: source_id (the subrecord that stands for them), chunk_id, weight
SELECT min(c.subrecord_id) AS source_id, c.chunk_id, cast(count(*) AS integer) AS weight
FROM contents AS c
WHERE c.last < 52
GROUP BY c.chunk_id, c.items, c.powers
UNION ALL
SELECT e.source_id, w.chunk_id, e.weight
FROM equal_wide AS e
JOIN contents AS w ON w.subrecord_id = e.source_id

-- name: transactions
-- All chunks as one set of records, those alike once: no two chunks have an item in common.
-- in:  alike (source_id, weight), subrecords (chunk_id, subrecord_id, item), nodes (node_id, chunk_id, item)
-- out: record_id, item, weight, times (rows that name it)
SELECT a.source_id AS record_id, n.node_id AS item, a.weight, count(*) AS times
FROM subrecords AS s
JOIN alike AS a ON a.source_id = s.subrecord_id
JOIN nodes AS n ON n.chunk_id = s.chunk_id AND n.item = s.item
GROUP BY a.source_id, n.node_id, a.weight

-- name: chunk_sizes
-- How many items and subrecords has each chunk, how many subrecords hold all of its items, and how many its rarest item?
-- in:  chunk_supports (cluster_id, chunk_id, item, support), contents (subrecord_id, chunk_id, items)
-- out: cluster_id, chunk_id, items, subrecords, full, min_support
SELECT
  i.cluster_id, i.chunk_id, i.items,
  count(*) AS subrecords, count(*) FILTER (WHERE r.items = i.items) AS full,
  i.min_support
FROM (
  SELECT s.cluster_id, s.chunk_id, count(*) AS items, min(s.support) AS min_support
  FROM chunk_supports AS s
  GROUP BY s.cluster_id, s.chunk_id
) AS i
JOIN contents AS r ON r.chunk_id = i.chunk_id
GROUP BY i.cluster_id, i.chunk_id, i.items, i.min_support

-- name: bad_singles
-- Which chunks hold an item that fewer than k of their subrecords hold?
-- in:  nodes (chunk_id, support)
-- out: chunk_id
SELECT DISTINCT n.chunk_id
FROM nodes AS n
WHERE n.support < $k

-- name: bad_sets
-- Which chunks hold a larger set of items that fewer than k of their subrecords hold?
-- in:  extensions (item, support), nodes (node_id, chunk_id)
-- out: chunk_id
SELECT DISTINCT n.chunk_id
FROM extensions AS e
JOIN nodes AS n ON n.node_id = e.item
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
-- in:  nodes (chunk_id, item), chunk_sizes (cluster_id, chunk_id), above (cluster_id, upper_id),
--      alike (chunk_id, weight)
-- out: faults
-- Terrovitis et al., Property 1
SELECT count(DISTINCT u.chunk_id) AS faults
FROM nodes AS u
JOIN chunk_sizes AS s ON s.chunk_id = u.chunk_id
JOIN above AS x ON x.upper_id = s.cluster_id AND x.cluster_id <> s.cluster_id
JOIN chunk_sizes AS b ON b.cluster_id = x.cluster_id
JOIN nodes AS d ON d.chunk_id = b.chunk_id AND d.item = u.item
SEMI JOIN alike AS w ON w.chunk_id = u.chunk_id AND w.weight < $k

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
