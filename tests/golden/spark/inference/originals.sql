-- name: simple_clusters
SELECT
  c.cluster_id,
  c.size
FROM `clusters` AS c
WHERE
  c.kind = 'simple'
ORDER BY
  c.cluster_id NULLS LAST

-- name: cluster_chunks
SELECT DISTINCT
  c.cluster_id,
  s.chunk_id
FROM `clusters` AS c
JOIN `above` AS a
  ON a.cluster_id = c.cluster_id
JOIN `subrecords` AS s
  ON s.cluster_id = a.upper_id
WHERE
  c.kind = 'simple'
ORDER BY
  c.cluster_id NULLS LAST,
  s.chunk_id NULLS LAST

-- name: chunk_contents
SELECT
  a.chunk_id,
  a.source_id AS subrecord_id,
  a.weight,
  s.item
FROM `alike` AS a
JOIN `subrecords` AS s
  ON s.subrecord_id = a.source_id
ORDER BY
  a.chunk_id NULLS LAST,
  a.source_id NULLS LAST,
  s.item NULLS LAST

-- name: linked_clusters
SELECT
  p.old_id,
  p.new_id,
  COUNT(*) AS persons
FROM `persons` AS p
GROUP BY
  p.old_id,
  p.new_id
ORDER BY
  p.old_id NULLS LAST,
  p.new_id NULLS LAST

-- name: in_new_clusters
SELECT
  p.person,
  p.old_id,
  CAST(c.cluster_id AS STRING) AS new_id
FROM `persons` AS p
JOIN `record_clusters` AS c
  ON c.source_id = p.new_id
