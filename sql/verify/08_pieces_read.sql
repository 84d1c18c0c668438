-- A disassociated release: read its three tables, from files or from tables with one prefix.
-- relations tells whether there is such a table. The tables as lines are for their fingerprints (read/table_digest).
-- phase: reading the clusters and chunks

-- name: relations
-- How many tables or views of that name are there in an attached database?
-- in:  tables (information_schema.tables), $catalog, $schema, $name: its names
-- out: n
SELECT count(*) AS n
FROM tables AS t
WHERE t.table_catalog = $catalog AND lower(t.table_schema) = lower($schema) AND lower(t.table_name) = lower($name)

-- name: file_clusters (duckdb)
-- The clusters of a release.
-- in:  the file $path
-- out: cluster_id, parent_id, kind, size
-- only: duckdb, because it alone reads files
SELECT cast(cluster_id AS bigint) AS cluster_id, cast(parent_id AS bigint) AS parent_id, cast(kind AS varchar) AS kind,
  cast(size AS bigint) AS size
FROM read_parquet($path, hive_partitioning = false)

-- name: file_subrecords (duckdb)
-- The subrecords of a release.
-- in:  the file $path
-- out: cluster_id, chunk_id, subrecord_id, item
-- only: duckdb, because it alone reads files
SELECT cast(cluster_id AS bigint) AS cluster_id, cast(chunk_id AS bigint) AS chunk_id,
  cast(subrecord_id AS bigint) AS subrecord_id, cast(item AS varchar) AS item
FROM read_parquet($path, hive_partitioning = false)

-- name: file_terms (duckdb)
-- The term chunks of a release.
-- in:  the file $path
-- out: cluster_id, item
-- only: duckdb, because it alone reads files
SELECT cast(cluster_id AS bigint) AS cluster_id, cast(item AS varchar) AS item
FROM read_parquet($path, hive_partitioning = false)

-- name: table_clusters
-- The clusters of a release that is tables.
-- in:  released (cluster_id, parent_id, kind, size)
-- out: cluster_id, parent_id, kind, size
SELECT
  cast(r.cluster_id AS bigint) AS cluster_id,
  cast(r.parent_id AS bigint) AS parent_id,
  cast(r.kind AS text) AS kind,
  cast(r.size AS bigint) AS size
FROM released AS r

-- name: table_subrecords
-- The subrecords of a release that is tables.
-- in:  released (cluster_id, chunk_id, subrecord_id, item)
-- out: cluster_id, chunk_id, subrecord_id, item
SELECT
  cast(r.cluster_id AS bigint) AS cluster_id,
  cast(r.chunk_id AS bigint) AS chunk_id,
  cast(r.subrecord_id AS bigint) AS subrecord_id,
  cast(r.item AS text) AS item
FROM released AS r

-- name: table_terms
-- The term chunks of a release that is tables.
-- in:  released (cluster_id, item)
-- out: cluster_id, item
SELECT cast(r.cluster_id AS bigint) AS cluster_id, cast(r.item AS text) AS item
FROM released AS r

-- name: number_range
-- Are clusters numbered from 1 on, and chunks and subrecords with numbers that are no larger than there are rows?
-- in:  clusters (cluster_id), subrecords (chunk_id, subrecord_id)
-- out: n_faults
SELECT
  (SELECT CASE WHEN min(c.cluster_id) <> 1 OR max(c.cluster_id) <> count(*) THEN 1 ELSE 0 END
   FROM clusters AS c)
  + (SELECT
       CASE WHEN min(s.chunk_id) < 1 OR max(s.chunk_id) > count(*) THEN 1 ELSE 0 END
       + CASE WHEN min(s.subrecord_id) < 1 OR max(s.subrecord_id) > count(*) THEN 1 ELSE 0 END
     FROM subrecords AS s) AS n_faults

-- name: clusters_as_lines
-- The clusters of a release as lines to take a fingerprint of.
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: record_id, item
SELECT c.cluster_id AS record_id, concat(c.kind, ' ', cast(c.size AS text), ' ', cast(coalesce(c.parent_id, 0) AS text)) AS item
FROM clusters AS c

-- name: subrecords_as_lines
-- The subrecords of a release as lines to take a fingerprint of.
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: record_id, item
SELECT
  concat(cast(s.cluster_id AS text), ' ', cast(s.chunk_id AS text), ' ', cast(s.subrecord_id AS text)) AS record_id,
  s.item
FROM subrecords AS s

-- name: terms_as_lines
-- The term chunks of a release as lines to take a fingerprint of.
-- in:  terms (cluster_id, item)
-- out: record_id, item
SELECT t.cluster_id AS record_id, t.item
FROM terms AS t
