-- Read a release: its rows as they are, nothing guessed, and its manifest where that is a table.
-- A file by its extension, or a table; with a column more where the release has groups (adaptive). The fingerprint of a
-- release that is a table depends neither on the order of its rows nor on the engine.
-- phase: reading the release

-- name: lines (duckdb)
-- What does a release of basket lines hold? Lines are numbered in whatever order they are read; empty ones are left out.
-- in:  the file $path, items separated by $separator
-- out: record_id, item
-- only: duckdb, because it alone reads files
WITH lines AS (
    SELECT row_number() OVER () AS record_id, line
    FROM read_csv(
        $path, auto_detect = false, header = false, columns = {'line': 'VARCHAR'},
        delim = '', quote = '', escape = '', new_line = '\n', max_line_size = 67108864,
        hive_partitioning = false)
    WHERE line IS NOT NULL)
SELECT record_id, nullif(unnest(string_split(line, $separator)), '') AS item FROM lines

-- name: parquet (duckdb)
-- What does a Parquet release hold, under the names that its columns have there?
-- in:  the file $path
-- out: its columns
-- only: duckdb, because it alone reads files
SELECT * FROM read_parquet($path, hive_partitioning = false)

-- name: delimited (duckdb)
-- What does a CSV or TSV release hold? Everything is text, nothing is guessed.
-- in:  the file $path with a header, columns separated by $separator
-- out: record_id, item
-- only: duckdb, because it alone reads files
SELECT record_id, item
FROM read_csv(
    $path, auto_detect = false, header = true, columns = {'record_id': 'VARCHAR', 'item': 'VARCHAR'},
    delim = $separator, quote = '"', escape = '"', nullstr = '', hive_partitioning = false)

-- name: delimited_grouped (duckdb)
-- What does a CSV or TSV release with groups hold? Everything is text, nothing is guessed.
-- in:  the file $path with a header, columns separated by $separator
-- out: record_id, item, group_id
-- only: duckdb, because it alone reads files
SELECT record_id, item, group_id
FROM read_csv(
    $path, auto_detect = false, header = true, columns = {'record_id': 'VARCHAR', 'item': 'VARCHAR', 'group_id': 'VARCHAR'},
    delim = $separator, quote = '"', escape = '"', nullstr = '', hive_partitioning = false)

-- name: unescaped (duckdb)
-- What rows of text say without the quote before what begins with one of the $starts of formulas.
-- in:  lines (record_id, item)
-- out: record_id, item
-- only: duckdb, because it alone reads files of text
SELECT
    CASE
        WHEN l.record_id LIKE '''%' AND length(ltrim(l.record_id, '''')) > 0 AND strpos($starts, substr(ltrim(l.record_id, ''''), 1, 1)) > 0
        THEN substr(l.record_id, 2)
        ELSE l.record_id
    END AS record_id,
    CASE
        WHEN l.item LIKE '''%' AND length(ltrim(l.item, '''')) > 0 AND strpos($starts, substr(ltrim(l.item, ''''), 1, 1)) > 0
        THEN substr(l.item, 2)
        ELSE l.item
    END AS item
FROM lines AS l

-- name: unescaped_grouped (duckdb)
-- The same of records in groups.
-- in:  lines (record_id, item, group_id)
-- out: record_id, item, group_id
-- only: duckdb, because it alone reads files of text
SELECT
    CASE
        WHEN l.record_id LIKE '''%' AND length(ltrim(l.record_id, '''')) > 0 AND strpos($starts, substr(ltrim(l.record_id, ''''), 1, 1)) > 0
        THEN substr(l.record_id, 2)
        ELSE l.record_id
    END AS record_id,
    CASE
        WHEN l.item LIKE '''%' AND length(ltrim(l.item, '''')) > 0 AND strpos($starts, substr(ltrim(l.item, ''''), 1, 1)) > 0
        THEN substr(l.item, 2)
        ELSE l.item
    END AS item,
    l.group_id
FROM lines AS l

-- name: shown_values
-- How many of the values that statistics of a file show does a row hold?
-- in:  shown (value), lines (held)
-- out: n
SELECT count(DISTINCT shown.value) AS n FROM lines JOIN shown ON lines.held = shown.value

-- name: shown_beginnings
-- How many of the beginnings of values that statistics of a file show does a row begin with?
-- in:  shown (value), lines (held)
-- out: n
SELECT count(DISTINCT shown.value) AS n
FROM (SELECT DISTINCT held FROM lines) AS own
JOIN shown ON substring(own.held, 1, length(shown.value)) = shown.value

-- name: shown_cuts
-- How many of the beginnings that statistics of a file show are those of values of more than 256 bytes, cut as DuckDB cuts
-- them? A least value at the end of the last whole character, a greatest one ($greatest = 1) before that: after the last
-- character that is of $ascii. $marks: as many times !.
-- in:  shown (value), lines (held)
-- out: n
SELECT count(DISTINCT shown.value) AS n
FROM (SELECT DISTINCT held FROM lines) AS own
JOIN shown ON substring(own.held, 1, length(shown.value)) = shown.value
WHERE bit_length(shown.value) <= 2048
  AND bit_length(
    substring(
      own.held,
      1,
      length(shown.value) + CASE
        WHEN $greatest = 0 THEN 1
        ELSE coalesce(nullif(strpos(translate(substring(own.held, length(shown.value) + 1), $ascii, $marks), '!'), 0), length(own.held))
      END
    )
  ) > 2048

-- name: id_range
-- From which record id to which, where they are whole numbers?
-- in:  lines (record_id)
-- out: first_id, last_id
SELECT min(record_id) AS first_id, max(record_id) AS last_id FROM lines

-- name: other_digits
-- How many rows have a record id that is not 32 hexadecimal digits?
-- in:  lines (record_id)
-- out: n
SELECT count(*) AS n
FROM lines
WHERE length(cast(record_id AS VARCHAR)) <> 32 OR length(translate(cast(record_id AS VARCHAR), '0123456789abcdef', '')) > 0

-- name: id_range_of_text (duckdb)
-- From which record id to which, where they are text? And how many rows have one that is no whole number?
-- in:  lines (record_id)
-- out: first_id, last_id, n_other
-- only: duckdb, because it alone reads files of text
SELECT
    min(TRY_CAST(record_id AS BIGINT)) AS first_id,
    max(TRY_CAST(record_id AS BIGINT)) AS last_id,
    count(*) FILTER (WHERE CAST(TRY_CAST(record_id AS BIGINT) AS VARCHAR) IS DISTINCT FROM record_id) AS n_other
FROM lines

-- name: computed (duckdb)
-- What in a DuckDB file is computed when it is read: its views, and columns of tables that are none of their own?
-- in:  the catalog of DuckDB, the name $alias of the attached file
-- out: schema_name, relation_name, column_name (empty: it is a view)
-- only: duckdb, because it reads the catalog of DuckDB
SELECT schema_name, view_name AS relation_name, '' AS column_name FROM duckdb_views() WHERE database_name = $alias
UNION ALL
SELECT schema_name, table_name, column_name FROM duckdb_columns() WHERE database_name = $alias AND is_generated

-- name: manifest
-- The manifest of a release that is a table.
-- in:  manifests (manifest)
-- out: manifest
SELECT CAST(manifest AS VARCHAR) AS manifest FROM manifests LIMIT 2

-- name: table_rows
-- What does a release hold that is a table?
-- in:  release (record_id, item)
-- out: record_id, item
SELECT record_id, CAST(item AS VARCHAR) AS item FROM release

-- name: table_rows_grouped
-- What does a release with groups hold that is a table?
-- in:  release (record_id, item, group_id)
-- out: record_id, item, group_id (as text)
SELECT record_id, CAST(item AS VARCHAR) AS item, CAST(group_id AS VARCHAR) AS group_id FROM release

-- name: with_group
-- A release with groups whose record ids tell the group, too: for a fingerprint of all three columns.
-- in:  lines (record_id, item, group_id)
-- out: record_id, item
SELECT concat(CAST(group_id AS VARCHAR), ':', CAST(record_id AS VARCHAR)) AS record_id, item FROM lines

-- name: known_lines
-- The rows of a release whose labels somebody may know.
-- in:  lines (record_id, item), known (label)
-- out: record_id, item
SELECT r.record_id, r.item FROM lines AS r SEMI JOIN known AS k ON k.label = r.item

-- name: other_labels
-- How many labels are in the label table and not in the release, or the other way round?
-- in:  lines (record_id, item), listed (label)
-- out: n
SELECT count(*) AS n
FROM (SELECT DISTINCT item FROM lines) AS r
FULL JOIN listed AS l ON l.label = r.item
WHERE r.item IS NULL OR l.label IS NULL

-- name: table_digest
-- What is the fingerprint of a release that is a table? It depends neither on the order of rows nor on the engine.
-- in:  lines (record_id, item)
-- out: digest
WITH hashed AS (
    SELECT md5(concat(CAST(record_id AS VARCHAR), chr(31), item)) AS row_hash FROM lines),
parts AS (
    SELECT substring(row_hash, 1, 3) AS part, sha256(CAST(string_agg(row_hash, '' ORDER BY row_hash) AS BLOB)) AS part_hash
    FROM hashed GROUP BY substring(row_hash, 1, 3))
SELECT sha256(CAST(coalesce(string_agg(part_hash, '' ORDER BY part), '') AS BLOB)) AS digest FROM parts
