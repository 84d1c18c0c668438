-- The label table: what each label of a release stands for (depth, the labels over it, leaves, exceptions).
-- 1. Which labels were released? 2. The file, which only DuckDB writes. 3. How rows are counted by a level of the taxonomy:
-- that query is written into the manifest.

-- name: released_labels
-- Which labels does the release hold?
-- in:  published (record_id, item), labels (item, label)
-- out: label
SELECT l.label
FROM labels AS l
SEMI JOIN published AS p ON p.item = l.item
ORDER BY l.label

-- name: write_parquet (duckdb)
-- Write a label table as Parquet.
-- in:  label_table
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT * FROM label_table) TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: write_csv (duckdb)
-- Write a label table as CSV; what a label does not have is empty.
-- in:  label_table
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT * FROM label_table) TO $path (FORMAT csv, HEADER true, QUOTE '"', ESCAPE '"', USE_TMP_FILE false)

-- name: rows_by_level
-- How many rows and records stand under each label of a level of the taxonomy? Labels over that level have no name there.
-- in:  release (record_id, item), label_table (label, level)
-- out: label, n_rows, n_records
SELECT l.level AS label, count(*) AS n_rows, count(DISTINCT r.record_id) AS n_records
FROM release AS r
JOIN label_table AS l ON l.label = r.item
GROUP BY l.level
ORDER BY n_rows DESC, l.level
