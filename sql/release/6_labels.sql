-- The tables beside a release: what each label stands for (depth, the labels over it, leaves, exceptions), and which items
-- these are.
-- 1. Which labels were released? 2. Which share has each item in its label? 3. The files, which only DuckDB writes. 4. How
-- rows are counted by a level of the taxonomy: that query is written into the manifest.
-- phase: listing what each label stands for

-- name: released_labels
-- Which labels does the release hold?
-- in:  published (record_id, item), labels (item, label)
-- out: label
SELECT l.label
FROM labels AS l
SEMI JOIN published AS p ON p.item = l.item
ORDER BY l.label

-- name: meaning
-- Which share has each item that a label may stand for? One over their number: nothing is counted in the data.
-- in:  label_items (label, item)
-- out: label, item, share
SELECT p.label, p.item, cast(1 AS double) / nullif(count(*) OVER (PARTITION BY p.label), 0) AS share FROM label_items AS p

-- name: write_labels_parquet (duckdb)
-- Write a label table as Parquet.
-- in:  rows (label)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT * FROM rows AS r ORDER BY r.label) TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_labels_csv (duckdb)
-- Write a label table as CSV; what a label does not have is empty.
-- in:  rows (label)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT * FROM rows AS r ORDER BY r.label)
TO $path (FORMAT csv, HEADER true, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: write_meaning_parquet (duckdb)
-- Write a meaning table as Parquet, by label.
-- in:  rows (label, item, share)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT * FROM rows AS r ORDER BY r.label, r.item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_meaning_csv (duckdb)
-- Write a meaning table as CSV, by label.
-- in:  rows (label, item, share)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT * FROM rows AS r ORDER BY r.label, r.item)
TO $path (FORMAT csv, HEADER true, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: rows_by_level
-- How many rows and records stand under each label of a level of the taxonomy? Labels over that level have no name there.
-- in:  release (record_id, item), label_table (label, level)
-- out: label, n_rows, n_records
SELECT l.level AS label, count(*) AS n_rows, count(DISTINCT r.record_id) AS n_records
FROM release AS r
JOIN label_table AS l ON l.label = r.item
GROUP BY l.level
ORDER BY n_rows DESC, l.level
