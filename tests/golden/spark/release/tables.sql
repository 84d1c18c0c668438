-- name: table_rows
SELECT
  record_id,
  item
FROM `shaped` AS shaped
ORDER BY
  position NULLS LAST,
  item NULLS LAST

-- name: table_rows_grouped
SELECT
  record_id,
  item,
  group_id
FROM `shaped` AS shaped
ORDER BY
  position NULLS LAST,
  item NULLS LAST

-- name: clusters_table
SELECT
  c.cluster_id,
  c.parent_id,
  c.kind,
  c.size
FROM `clusters` AS c
ORDER BY
  c.cluster_id NULLS LAST

-- name: subrecords_table
SELECT
  s.cluster_id,
  s.chunk_id,
  s.subrecord_id,
  s.item
FROM `subrecords` AS s
ORDER BY
  s.cluster_id NULLS LAST,
  s.chunk_id NULLS LAST,
  s.subrecord_id NULLS LAST,
  s.item NULLS LAST

-- name: terms_table
SELECT
  t.cluster_id,
  t.item
FROM `terms` AS t
ORDER BY
  t.cluster_id NULLS LAST,
  t.item NULLS LAST
