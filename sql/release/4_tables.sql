-- Write the release into a table of a database file or of a warehouse, with its manifest beside it.
-- 1. What already stands there under the names of the release? 2. The rows of a long release, or the three tables of a
-- disassociated one, in the order in which they are written. 3. The manifest.
-- phase: writing tables

-- name: schemas (duckdb)
-- Is there a schema of that name in an attached database file?
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB, the name $alias of the attached file, $schema
-- out: n
SELECT count(*) AS n FROM duckdb_schemas() WHERE database_name = $alias AND lower(schema_name) = lower($schema)

-- name: columns (duckdb)
-- The columns of a table or view of an attached database file.
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB, the name $alias of the attached file, $schema and $name
-- out: column_name
SELECT column_name
FROM duckdb_columns()
WHERE database_name = $alias AND lower(schema_name) = lower($schema) AND lower(table_name) = lower($name)

-- name: views (duckdb)
-- The views of an attached database file and how they are defined.
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB, the name $alias of the attached file
-- out: schema_name, view_name, definition
SELECT schema_name, view_name, sql AS definition FROM duckdb_views() WHERE database_name = $alias AND NOT internal

-- name: table_rows
-- A long release as it is written into a table, record by record, labels in order.
-- in:  shaped (position, record_id, item)
-- out: record_id, item
SELECT s.record_id, s.item FROM shaped AS s ORDER BY s.position, s.item

-- name: table_rows_grouped
-- A long release with groups as it is written into a table, record by record, labels in order.
-- in:  shaped (position, record_id, item, group_id)
-- out: record_id, item, group_id
SELECT s.record_id, s.item, s.group_id FROM shaped AS s ORDER BY s.position, s.item

-- name: clusters_table
-- The clusters of a release as they are written into a table.
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: cluster_id, parent_id, kind, size
SELECT
  cast(c.cluster_id AS bigint) AS cluster_id,
  cast(c.parent_id AS bigint) AS parent_id,
  cast(c.kind AS text) AS kind,
  cast(c.size AS bigint) AS size
FROM clusters AS c
ORDER BY c.cluster_id

-- name: subrecords_table
-- The subrecords of a release as they are written into a table, in the order of their random numbers, labels in order.
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: cluster_id, chunk_id, subrecord_id, item
SELECT
  cast(s.cluster_id AS bigint) AS cluster_id,
  cast(s.chunk_id AS bigint) AS chunk_id,
  cast(s.subrecord_id AS bigint) AS subrecord_id,
  cast(s.item AS text) AS item
FROM subrecords AS s
ORDER BY s.cluster_id, s.chunk_id, s.subrecord_id, s.item

-- name: terms_table
-- The term chunks of a release as they are written into a table, labels in order.
-- in:  terms (cluster_id, item)
-- out: cluster_id, item
SELECT cast(t.cluster_id AS bigint) AS cluster_id, cast(t.item AS text) AS item
FROM terms AS t
ORDER BY t.cluster_id, t.item

-- name: table_manifest
-- The manifest of a release that is a table, as JSON text.
-- in:  $manifest: the text
-- out: manifest
SELECT $manifest AS manifest

-- name: records_rows
-- The records at risk that an audit found, as they are written: where the fewest items single them out first.
-- in:  rows (record_id, size, worst)
-- out: record_id, size, worst
SELECT r.record_id, r.size, r.worst FROM rows AS r ORDER BY r.size, r.record_id

-- name: persons_rows
-- The same with the person of each record.
-- in:  rows (record_id, person, size, worst)
-- out: record_id, person, size, worst
SELECT r.record_id, r.person, r.size, r.worst FROM rows AS r ORDER BY r.size, r.record_id
