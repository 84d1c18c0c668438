-- Write the release into a file: CSV or TSV, Parquet, or basket lines. Only DuckDB does.
-- Reads what the step shapes made, in the order of its position.
-- phase: writing files

-- name: formulas (duckdb)
-- How many labels, and how many record ids, begin with one of the $starts of formulas?
-- in:  shaped (position, record_id, item)
-- out: n_labels, n_ids
-- only: duckdb, because it alone writes files
SELECT
  count(DISTINCT s.item) FILTER (WHERE length(s.item) > 0 AND strpos($starts, substr(s.item, 1, 1)) > 0) AS n_labels,
  count(DISTINCT s.record_id) FILTER (
    WHERE length(cast(s.record_id AS VARCHAR)) > 0 AND strpos($starts, substr(cast(s.record_id AS VARCHAR), 1, 1)) > 0
  ) AS n_ids
FROM shaped AS s

-- name: escaped (duckdb)
-- The rows with a quote before what begins with one of the $starts of formulas, or with quotes and then so.
-- in:  shaped (position, record_id, item)
-- out: position, record_id, item
-- only: duckdb, because it alone writes files
SELECT
  s.position,
  CASE
    WHEN length(ltrim(cast(s.record_id AS VARCHAR), '''')) > 0 AND strpos($starts, substr(ltrim(cast(s.record_id AS VARCHAR), ''''), 1, 1)) > 0 THEN concat('''', cast(s.record_id AS VARCHAR))
    ELSE cast(s.record_id AS VARCHAR)
  END AS record_id,
  CASE
    WHEN length(ltrim(s.item, '''')) > 0 AND strpos($starts, substr(ltrim(s.item, ''''), 1, 1)) > 0 THEN concat('''', s.item)
    ELSE s.item
  END AS item
FROM shaped AS s

-- name: escaped_grouped (duckdb)
-- The same of records in groups.
-- in:  shaped (position, record_id, item, group_id)
-- out: position, record_id, item, group_id
-- only: duckdb, because it alone writes files
SELECT
  s.position,
  CASE
    WHEN length(ltrim(cast(s.record_id AS VARCHAR), '''')) > 0 AND strpos($starts, substr(ltrim(cast(s.record_id AS VARCHAR), ''''), 1, 1)) > 0 THEN concat('''', cast(s.record_id AS VARCHAR))
    ELSE cast(s.record_id AS VARCHAR)
  END AS record_id,
  CASE
    WHEN length(ltrim(s.item, '''')) > 0 AND strpos($starts, substr(ltrim(s.item, ''''), 1, 1)) > 0 THEN concat('''', s.item)
    ELSE s.item
  END AS item,
  s.group_id
FROM shaped AS s

-- name: write_delimited (duckdb)
-- Write a long release as CSV or TSV, record by record, labels in order.
-- in:  shaped (position, record_id, item)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT s.record_id, s.item FROM shaped AS s ORDER BY s.position, s.item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: write_delimited_grouped (duckdb)
-- Write a long release with groups as CSV or TSV, record by record, labels in order.
-- in:  shaped (position, record_id, item, group_id)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT s.record_id, s.item, s.group_id FROM shaped AS s ORDER BY s.position, s.item)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: write_parquet (duckdb)
-- Write a long release as Parquet, record by record, labels in order.
-- in:  shaped (position, record_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT s.record_id, s.item FROM shaped AS s ORDER BY s.position, s.item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_parquet_grouped (duckdb)
-- Write a long release with groups as Parquet, record by record, labels in order.
-- in:  shaped (position, record_id, item, group_id)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT s.record_id, s.item, s.group_id FROM shaped AS s ORDER BY s.position, s.item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_lines (duckdb)
-- Write basket lines, one a record, as they are.
-- in:  shaped (position, line)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT line FROM shaped ORDER BY position)
TO $path (FORMAT csv, HEADER false, DELIMITER '', QUOTE '', ESCAPE '', USE_TMP_FILE false)

-- name: write_records_delimited (duckdb)
-- Write the records at risk that an audit found as CSV or TSV.
-- in:  rows (record_id, size, worst)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT r.record_id, r.size, r.worst FROM rows AS r ORDER BY r.size, r.record_id)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: write_persons_delimited (duckdb)
-- The same with the person of each record.
-- in:  rows (record_id, person, size, worst)
-- out: the file $path, columns separated by $separator
-- only: duckdb, because it alone writes files
COPY (SELECT r.record_id, r.person, r.size, r.worst FROM rows AS r ORDER BY r.size, r.record_id)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: write_records_parquet (duckdb)
-- Write the records at risk that an audit found as Parquet.
-- in:  rows (record_id, size, worst)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT r.record_id, r.size, r.worst FROM rows AS r ORDER BY r.size, r.record_id)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_persons_parquet (duckdb)
-- The same with the person of each record.
-- in:  rows (record_id, person, size, worst)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT r.record_id, r.person, r.size, r.worst FROM rows AS r ORDER BY r.size, r.record_id)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_clusters (duckdb)
-- Write the clusters of a release.
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT cluster_id, parent_id, kind, size FROM clusters ORDER BY cluster_id)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_subrecords (duckdb)
-- Write the subrecords of a release, in the order of their random numbers, labels in order.
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT cluster_id, chunk_id, subrecord_id, item FROM subrecords ORDER BY cluster_id, chunk_id, subrecord_id, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_terms (duckdb)
-- Write the term chunks of a release, labels in order.
-- in:  terms (cluster_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT cluster_id, item FROM terms ORDER BY cluster_id, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
