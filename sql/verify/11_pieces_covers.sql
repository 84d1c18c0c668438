-- A disassociated release: which chunks have a covered item, one that is never without all others of its chunk?
-- All chunks and whether they have one; how many that are. For an audit also the items that imply one other item, and
-- the names of covered and covering items. A safe release must have no vulnerable chunk.
-- Awad et al., Definition 3; PEM of section 5.1.1.
-- phase: looking for covered items

-- name: covers
-- Which chunks have a covered item: never without all other items of its chunk? Do their records draw on another chunk, of
-- the same cluster or (for those of simple clusters) above it?
-- in:  clusters (cluster_id, kind), chunk_sizes (cluster_id, chunk_id, items, full, min_support),
--      above (cluster_id, upper_id)
-- out: cluster_id, chunk_id, kind, covered (0 or 1), own (chunks of the cluster), reach (chunks of the cluster and above)
-- Awad et al., Definition 3
SELECT
  h.cluster_id, h.chunk_id, c.kind,
  CASE WHEN h.items > 1 AND h.min_support = h.full THEN 1 ELSE 0 END AS covered,
  count(*) OVER (PARTITION BY h.cluster_id) AS own,
  r.chunks AS reach
FROM chunk_sizes AS h
JOIN clusters AS c ON c.cluster_id = h.cluster_id
JOIN (
  SELECT a.cluster_id, count(*) AS chunks
  FROM above AS a
  JOIN chunk_sizes AS u ON u.cluster_id = a.upper_id
  GROUP BY a.cluster_id
) AS r ON r.cluster_id = h.cluster_id

-- name: cover_counts
-- How many record and shared chunks are there, and how many are vulnerable? As the paper counts them, those record chunks
-- with a covered item that are not alone in their cluster.
-- in:  covers (kind, covered, own, reach)
-- out: record_chunks, vulnerable_record_chunks, shared_chunks, vulnerable_shared_chunks, cover (vulnerable chunks of both
--      kinds, and those record chunks that only a shared chunk above them makes so)
-- Awad et al., PEM
SELECT
  count(*) FILTER (WHERE c.kind = 'simple') AS record_chunks,
  count(*) FILTER (WHERE c.kind = 'simple' AND c.covered = 1 AND c.own > 1) AS vulnerable_record_chunks,
  count(*) FILTER (WHERE c.kind = 'joint') AS shared_chunks,
  count(*) FILTER (WHERE c.kind = 'joint' AND c.covered = 1) AS vulnerable_shared_chunks,
  count(*) FILTER (WHERE c.covered = 1 AND (c.kind = 'joint' OR c.reach > 1)) AS cover
FROM covers AS c

-- name: implied
-- Which items of the chunks whose records draw on another chunk are never without a certain other one?
-- in:  subrecords (chunk_id, subrecord_id, item), covers (chunk_id, kind, reach)
-- out: chunk_id, item, other
SELECT p.chunk_id, p.item, p.other
FROM (
  SELECT a.chunk_id, a.item, b.item AS other, count(*) AS support
  FROM subrecords AS a
  JOIN covers AS c ON c.chunk_id = a.chunk_id AND (c.kind = 'joint' OR c.reach > 1)
  JOIN subrecords AS b ON b.chunk_id = a.chunk_id AND b.subrecord_id = a.subrecord_id AND b.item <> a.item
  GROUP BY a.chunk_id, a.item, b.item
) AS p
JOIN (
  SELECT s.chunk_id, s.item, count(*) AS support
  FROM subrecords AS s
  GROUP BY s.chunk_id, s.item
) AS i ON i.chunk_id = p.chunk_id AND i.item = p.item AND i.support = p.support

-- name: implied_counts
-- How many items imply another, how many pairs is that, and in how many chunks?
-- in:  implied (chunk_id, item, other)
-- out: items, pairs, chunks
SELECT count(DISTINCT i.item_id) AS items, count(*) AS pairs, count(DISTINCT i.chunk_id) AS chunks
FROM (
  SELECT d.chunk_id, dense_rank() OVER (ORDER BY d.chunk_id, d.item) AS item_id
  FROM implied AS d
) AS i

-- name: vulnerable_chunks
-- The chunks with a covered item whose records draw on another chunk, too: shared chunks, and record chunks with another
-- chunk beside or above them.
-- in:  covers (cluster_id, chunk_id, kind, covered, reach)
-- out: cluster_id, chunk_id, kind
SELECT c.cluster_id, c.chunk_id, c.kind
FROM covers AS c
WHERE c.covered = 1 AND (c.kind = 'joint' OR c.reach > 1)

-- name: covered_items
-- Which items of vulnerable chunks are covered, and by which? The chunks with the most items first, $listed of them.
-- in:  vulnerable_chunks (cluster_id, chunk_id), subrecords (chunk_id, subrecord_id, item)
-- out: rank (of the chunk, from 1), cluster_id, chunk_id, item, support, covered (0 or 1)
SELECT o.rank, o.cluster_id, o.chunk_id, o.item, o.support, CASE WHEN o.support = o.min_support THEN 1 ELSE 0 END AS covered
FROM (
  SELECT
    x.cluster_id, x.chunk_id, x.item, x.support, x.min_support,
    dense_rank() OVER (ORDER BY x.items DESC, x.chunk_id) AS rank
  FROM (
    SELECT
      v.cluster_id, v.chunk_id, s.item, count(*) AS support,
      count(*) OVER (PARTITION BY v.chunk_id) AS items,
      min(count(*)) OVER (PARTITION BY v.chunk_id) AS min_support
    FROM vulnerable_chunks AS v
    JOIN subrecords AS s ON s.chunk_id = v.chunk_id
    GROUP BY v.cluster_id, v.chunk_id, s.item
  ) AS x
) AS o
WHERE o.rank <= $listed
ORDER BY o.rank, o.support, o.item
