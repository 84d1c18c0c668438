-- VERPART, terms: all other items go to the term chunk of their cluster.
-- A cluster without any term needs enough subrecords, so that no record must be empty. A sensitive term is none here: no
-- more than one in so many records may hold it, so that it cannot fill all. Where a cluster has too few, its least
-- frequent item leaves the record chunks and becomes a term (demoted). REFINE and safe disassociation ask the same of all
-- clusters (too_few_subrecords): their subrecords are counted only where supports leave it in doubt (doubtful_rows).
-- Terrovitis et al., section 4, algorithm VERPART, line 17; section 5, Lemma 2 and the text after Lemma 3.
-- phase: choosing items for term chunks

-- name: terms
-- Which items go to the term chunk of their cluster?
-- in:  cluster_supports (cluster_id, item, support), chunks (cluster_id, item)
-- out: cluster_id, item, support (in the cluster)
SELECT c.cluster_id, c.item, c.support
FROM cluster_supports AS c
ANTI JOIN chunks AS h ON h.cluster_id = c.cluster_id AND h.item = c.item

-- name: termless_rows
-- The rows of the clusters whose term chunk is empty, but for sensitive items.
-- in:  cluster_rows (record_id, cluster_id, item), terms (cluster_id, item), sensitive (item)
-- out: record_id, cluster_id, item
SELECT r.record_id, r.cluster_id, r.item
FROM cluster_rows AS r
ANTI JOIN (
  SELECT DISTINCT t.cluster_id FROM terms AS t ANTI JOIN sensitive AS s ON s.item = t.item
) AS d ON d.cluster_id = r.cluster_id

-- name: doubtful_rows
-- The rows of the clusters of which the supports of their items alone do not tell that they have subrecords enough. A chunk
-- has a subrecord for each record that holds its most frequent item, and maybe more.
-- in:  cluster_rows (record_id, cluster_id, item), clusters (record_id, cluster_id), chunks (cluster_id, chunk, support)
-- out: record_id, cluster_id, item
-- Terrovitis et al., Lemma 2
SELECT r.record_id, r.cluster_id, r.item
FROM cluster_rows AS r
JOIN (
  SELECT s.cluster_id
  FROM (SELECT c.cluster_id, count(*) AS size FROM clusters AS c GROUP BY c.cluster_id) AS s
  LEFT JOIN (
    SELECT p.cluster_id, count(*) AS record_chunks, sum(p.support) AS subrecords
    FROM (
      SELECT h.cluster_id, h.chunk, max(h.support) AS support
      FROM chunks AS h
      GROUP BY h.cluster_id, h.chunk
    ) AS p
    GROUP BY p.cluster_id
  ) AS n ON n.cluster_id = s.cluster_id
  WHERE n.cluster_id IS NULL OR n.subrecords < s.size + $k * (least($m, n.record_chunks) - 1)
) AS d ON d.cluster_id = r.cluster_id

-- name: subrecord_counts
-- How many subrecords have the record chunks of each cluster together, and how many are needed so that no possible
-- original has an empty record?
-- in:  cluster_rows (record_id, cluster_id, item), chunks (cluster_id, item, chunk)
-- out: cluster_id, size, record_chunks, subrecords, needed
-- Terrovitis et al., Lemma 2
SELECT
  s.cluster_id,
  s.size,
  c.record_chunks,
  c.subrecords,
  s.size + $k * (least($m, c.record_chunks) - 1) AS needed
FROM (
  SELECT r.cluster_id, count(DISTINCT r.record_id) AS size
  FROM cluster_rows AS r
  GROUP BY r.cluster_id
) AS s
JOIN (
  SELECT p.cluster_id, count(DISTINCT p.chunk) AS record_chunks, count(*) AS subrecords
  FROM (
    SELECT DISTINCT r.cluster_id, h.chunk, r.record_id
    FROM cluster_rows AS r
    JOIN chunks AS h ON h.cluster_id = r.cluster_id AND h.item = r.item
  ) AS p
  GROUP BY p.cluster_id
) AS c ON c.cluster_id = s.cluster_id

-- name: too_few_subrecords
-- Which clusters need a term in their term chunk, because they have too few subrecords without one?
-- in:  cluster_rows (cluster_id), subrecord_counts (cluster_id, subrecords, needed)
-- out: cluster_id
-- Terrovitis et al., Lemma 2
SELECT DISTINCT r.cluster_id
FROM cluster_rows AS r
ANTI JOIN (SELECT c.cluster_id FROM subrecord_counts AS c WHERE c.subrecords >= c.needed) AS e
  ON e.cluster_id = r.cluster_id

-- name: demoted
-- Which item must leave the record chunks: in clusters with too few subrecords (and no term), the least frequent one? One
-- that is to be kept only where there is no other.
-- in:  chunks (cluster_id, item, support), subrecord_counts (cluster_id, subrecords, needed), keep (item)
-- out: cluster_id, item, support
-- Terrovitis et al., section 5 (after Lemma 3)
SELECT o.cluster_id, o.item, o.support
FROM (
  SELECT
    h.cluster_id,
    h.item,
    h.support,
    row_number() OVER (
      PARTITION BY h.cluster_id
      ORDER BY CASE WHEN p.item IS NULL THEN 0 ELSE 1 END, h.support, h.item DESC
    ) AS rank
  FROM chunks AS h
  JOIN subrecord_counts AS c ON c.cluster_id = h.cluster_id AND c.subrecords < c.needed
  LEFT JOIN keep AS p ON p.item = h.item
) AS o
WHERE o.rank = 1

-- name: kept_chunks
-- The chunks without the items that had to leave them.
-- in:  chunks (cluster_id, item, chunk, support), demoted (cluster_id, item)
-- out: cluster_id, item, chunk, support
SELECT h.cluster_id, h.item, h.chunk, h.support
FROM chunks AS h
ANTI JOIN demoted AS d ON d.cluster_id = h.cluster_id AND d.item = h.item
