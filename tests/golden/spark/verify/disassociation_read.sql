-- name: table_clusters
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.parent_id AS BIGINT) AS parent_id,
  CAST(r.kind AS STRING) AS kind,
  CAST(r.size AS BIGINT) AS size
FROM `released` AS r

-- name: table_subrecords
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.chunk_id AS BIGINT) AS chunk_id,
  CAST(r.subrecord_id AS BIGINT) AS subrecord_id,
  CAST(r.item AS STRING) AS item
FROM `released` AS r

-- name: table_terms
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.item AS STRING) AS item
FROM `released` AS r

-- name: clusters_as_lines
SELECT
  c.cluster_id AS record_id,
  CONCAT(
    COALESCE(c.kind, ''),
    ' ',
    COALESCE(CAST(c.size AS STRING), ''),
    ' ',
    COALESCE(CAST(COALESCE(c.parent_id, 0) AS STRING), '')
  ) AS item
FROM `clusters` AS c

-- name: subrecords_as_lines
SELECT
  CONCAT(
    COALESCE(CAST(s.cluster_id AS STRING), ''),
    ' ',
    COALESCE(CAST(s.chunk_id AS STRING), ''),
    ' ',
    COALESCE(CAST(s.subrecord_id AS STRING), '')
  ) AS record_id,
  s.item
FROM `subrecords` AS s
