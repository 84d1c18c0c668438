-- Originals that two disassociated releases both allow: what the integer program is made of.
-- 1. How large the program would be, and whether both releases can be of the same records at all.
-- 2. Of either release: its simple clusters, the chunks at or over each, the different subrecords of each chunk and how
--    often each is there, the terms. (The tree of clusters and equal subrecords come from sql/verify.)
-- 3. Of the link: how many persons are in which pair of clusters.
-- Terrovitis et al., section 3 (which originals a release allows).
-- phase: looking for originals that both releases allow

-- name: record_count
-- How many records has a release?
-- in:  clusters (kind, size)
-- out: n
SELECT sum(c.size) AS n
FROM clusters AS c
WHERE c.kind = 'simple'

-- name: simple_cluster_count
-- How many simple clusters has a release?
-- in:  clusters (kind)
-- out: n
SELECT count(*) AS n
FROM clusters AS c
WHERE c.kind = 'simple'

-- name: release_items
-- Which items does a release show?
-- in:  subrecords (item), terms (item)
-- out: item
SELECT s.item
FROM subrecords AS s
UNION
SELECT t.item
FROM terms AS t

-- name: unshared_items
-- How many items does only one of two releases show?
-- in:  old_items, new_items (item)
-- out: n
SELECT count(*) AS n
FROM (
  (SELECT o.item FROM old_items AS o EXCEPT SELECT n.item FROM new_items AS n)
  UNION ALL
  (SELECT n.item FROM new_items AS n EXCEPT SELECT o.item FROM old_items AS o)
) AS x

-- name: simple_clusters
-- The simple clusters and their sizes.
-- in:  clusters (cluster_id, kind, size)
-- out: cluster_id, size
SELECT c.cluster_id, c.size
FROM clusters AS c
WHERE c.kind = 'simple'
ORDER BY c.cluster_id

-- name: cluster_chunks
-- Which chunks may the records of each simple cluster draw on: its own, and those of the joint clusters over it?
-- in:  clusters (cluster_id, kind), above (cluster_id, upper_id), subrecords (cluster_id, chunk_id)
-- out: cluster_id (simple), chunk_id
SELECT DISTINCT c.cluster_id, s.chunk_id
FROM clusters AS c
JOIN above AS a ON a.cluster_id = c.cluster_id
JOIN subrecords AS s ON s.cluster_id = a.upper_id
WHERE c.kind = 'simple'
ORDER BY c.cluster_id, s.chunk_id

-- name: chunk_contents
-- The different subrecords of each chunk, how often each is there, and its items.
-- in:  alike (source_id, chunk_id, weight), subrecords (subrecord_id, item)
-- out: chunk_id, subrecord_id (the first of those alike), weight, item
SELECT a.chunk_id, a.source_id AS subrecord_id, a.weight, s.item
FROM alike AS a
JOIN subrecords AS s ON s.subrecord_id = a.source_id
ORDER BY a.chunk_id, a.source_id, s.item

-- name: linked_clusters
-- How many persons of the link are in which pair of clusters?
-- in:  persons (person, old_id, new_id)
-- out: old_id, new_id, persons
SELECT p.old_id, p.new_id, count(*) AS persons
FROM persons AS p
GROUP BY p.old_id, p.new_id
ORDER BY p.old_id, p.new_id

-- name: in_new_clusters
-- In which cluster is each person in a disassociated release that is about to be published?
-- in:  persons (person, old_id, new_id: a record of the source), record_clusters (source_id, cluster_id)
-- out: person, old_id, new_id (the cluster)
SELECT p.person, p.old_id, cast(c.cluster_id AS text) AS new_id
FROM persons AS p
JOIN record_clusters AS c ON c.source_id = p.new_id
