-- Publish: the three tables of a release, with labels for items and random numbers for everything else.
-- The published numbers of clusters, subrecords and chunks (of refine_join/chunk_rows); the three tables; and, for a
-- folder, the files that they are written to, in an order that tells nothing.
-- Terrovitis et al., section 3 (the published form).
-- phase: numbering clusters and subrecords anew

-- name: published_cluster_ids
-- All clusters with their published numbers, which are random.
-- in:  clusters (record_id, cluster_id), joints (joint_id, child_id, leaf_id)
-- out: cluster_id, published_id, kind, size (records)
SELECT
  a.cluster_id,
  row_number() OVER (ORDER BY md5(concat($key, ':cluster:', cast(a.cluster_id AS text))), a.cluster_id) AS published_id,
  a.kind,
  a.size
FROM (
  SELECT c.cluster_id, 'simple' AS kind, count(*) AS size
  FROM clusters AS c
  GROUP BY c.cluster_id
  UNION ALL
  SELECT j.joint_id AS cluster_id, 'joint' AS kind, count(*) AS size
  FROM joints AS j
  JOIN clusters AS c ON c.cluster_id = j.leaf_id
  GROUP BY j.joint_id
) AS a

-- name: published_subrecord_ids
-- All subrecords with their published numbers: random, so that no two subrecords of a record can be found by them.
-- Twelve digits of the hash decide, for DuckDB sorts text of twelve bytes at most without looking it up elsewhere.
-- in:  chunk_rows (cluster_id, chunk, record_id)
-- out: cluster_id, chunk, record_id, published_id
SELECT
  s.cluster_id,
  s.chunk,
  s.record_id,
  row_number() OVER (
    ORDER BY
      substr(
        md5(concat($key, ':', cast(s.cluster_id AS text), ':', cast(s.chunk AS text), ':', cast(s.record_id AS text))), 1, 12
      ),
      s.cluster_id, s.chunk, s.record_id
  ) AS published_id
FROM (SELECT DISTINCT c.cluster_id, c.chunk, c.record_id FROM chunk_rows AS c) AS s

-- name: published_chunk_ids
-- All chunks with their published numbers: random, so that they do not tell which terms are frequent.
-- in:  chunks (cluster_id, chunk)
-- out: cluster_id, chunk, published_id
SELECT
  s.cluster_id,
  s.chunk,
  row_number() OVER (
    ORDER BY md5(concat($key, ':chunk:', cast(s.cluster_id AS text), ':', cast(s.chunk AS text))), s.cluster_id, s.chunk
  ) AS published_id
FROM (SELECT DISTINCT c.cluster_id, c.chunk FROM chunks AS c) AS s

-- name: published_subrecords
-- The subrecords as they are published.
-- in:  chunk_rows (cluster_id, chunk, record_id, item), published_cluster_ids (cluster_id, published_id),
--      published_chunk_ids (cluster_id, chunk, published_id),
--      published_subrecord_ids (cluster_id, chunk, record_id, published_id), labels (item, label)
-- out: cluster_id, chunk_id, subrecord_id, item (label)
SELECT c.published_id AS cluster_id, h.published_id AS chunk_id, s.published_id AS subrecord_id, l.label AS item
FROM chunk_rows AS r
JOIN published_subrecord_ids AS s ON s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.chunk = r.chunk
JOIN published_chunk_ids AS h ON h.cluster_id = r.cluster_id AND h.chunk = r.chunk
JOIN published_cluster_ids AS c ON c.cluster_id = r.cluster_id
JOIN labels AS l ON l.item = r.item

-- name: published_clusters
-- The clusters as they are published.
-- in:  published_cluster_ids (cluster_id, published_id, kind, size), joints (joint_id, child_id)
-- out: cluster_id, parent_id, kind, size
SELECT c.published_id AS cluster_id, p.published_id AS parent_id, c.kind, c.size
FROM published_cluster_ids AS c
LEFT JOIN (SELECT DISTINCT j.joint_id, j.child_id FROM joints AS j) AS u ON u.child_id = c.cluster_id
LEFT JOIN published_cluster_ids AS p ON p.cluster_id = u.joint_id

-- name: published_terms
-- The term chunks as they are published.
-- in:  terms (cluster_id, item), published_cluster_ids (cluster_id, published_id), labels (item, label)
-- out: cluster_id, item (label)
SELECT c.published_id AS cluster_id, l.label AS item
FROM terms AS t
JOIN published_cluster_ids AS c ON c.cluster_id = t.cluster_id
JOIN labels AS l ON l.item = t.item

-- name: record_clusters
-- In which simple cluster is each record published?
-- in:  clusters (record_id, cluster_id), published_cluster_ids (cluster_id, published_id), record_ids (record_id, source_id)
-- out: source_id, cluster_id (the published number, as text)
SELECT r.source_id, cast(p.published_id AS text) AS cluster_id
FROM clusters AS c
JOIN published_cluster_ids AS p ON p.cluster_id = c.cluster_id
JOIN record_ids AS r ON r.record_id = c.record_id

-- name: places
-- Under which number is the simple cluster of each record published?
-- in:  clusters (record_id, cluster_id), published_cluster_ids (cluster_id, published_id)
-- out: record_id, published_id
SELECT c.record_id, p.published_id
FROM clusters AS c
JOIN published_cluster_ids AS p ON p.cluster_id = c.cluster_id

-- name: record_persons
-- Whose are the records of each published cluster?
-- in:  places (record_id, published_id), persons (record_id, person)
-- out: cluster_id (the published number), person
SELECT r.published_id AS cluster_id, p.person
FROM places AS r
JOIN persons AS p ON p.record_id = r.record_id

-- name: subrecord_persons
-- Whose is each published subrecord? (Ghosts are nobody's.)
-- in:  published_subrecord_ids (record_id, published_id), persons (record_id, person)
-- out: subrecord_id (the published number), person
SELECT s.published_id AS subrecord_id, p.person
FROM published_subrecord_ids AS s
JOIN persons AS p ON p.record_id = s.record_id

-- name: sensitive_terms
-- Which labels that are in term chunks are sensitive?
-- in:  terms (cluster_id, item), sensitive (label)
-- out: label
SELECT DISTINCT h.label
FROM sensitive AS h
JOIN terms AS t ON t.item = h.label
ORDER BY h.label
