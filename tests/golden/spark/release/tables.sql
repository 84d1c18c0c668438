-- name: table_rows
SELECT
  s.record_id,
  s.item
FROM `shaped` AS s
ORDER BY
  s.position NULLS LAST,
  s.item NULLS LAST

-- name: table_rows_grouped
SELECT
  s.record_id,
  s.item,
  s.group_id
FROM `shaped` AS s
ORDER BY
  s.position NULLS LAST,
  s.item NULLS LAST

-- name: clusters_table
SELECT
  CAST(c.cluster_id AS BIGINT) AS cluster_id,
  CAST(c.parent_id AS BIGINT) AS parent_id,
  CAST(c.kind AS STRING) AS kind,
  CAST(c.size AS BIGINT) AS size
FROM `clusters` AS c
ORDER BY
  c.cluster_id NULLS LAST

-- name: subrecords_table
SELECT
  CAST(s.cluster_id AS BIGINT) AS cluster_id,
  CAST(s.chunk_id AS BIGINT) AS chunk_id,
  CAST(s.subrecord_id AS BIGINT) AS subrecord_id,
  CAST(s.item AS STRING) AS item
FROM `subrecords` AS s
ORDER BY
  s.cluster_id NULLS LAST,
  s.chunk_id NULLS LAST,
  s.subrecord_id NULLS LAST,
  s.item NULLS LAST

-- name: terms_table
SELECT
  CAST(t.cluster_id AS BIGINT) AS cluster_id,
  CAST(t.item AS STRING) AS item
FROM `terms` AS t
ORDER BY
  t.cluster_id NULLS LAST,
  t.item NULLS LAST

-- name: records_rows
SELECT
  r.record_id,
  r.size,
  r.worst
FROM `rows` AS r
ORDER BY
  r.size NULLS LAST,
  r.record_id NULLS LAST

-- name: persons_rows
SELECT
  r.record_id,
  r.person,
  r.size,
  r.worst
FROM `rows` AS r
ORDER BY
  r.size NULLS LAST,
  r.record_id NULLS LAST
