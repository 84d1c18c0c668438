-- What is published of counts: a row for each.

-- name: counts_parquet (duckdb)
-- Write published counts as Parquet.
-- in:  published (place, kind, items, count, low, high)
-- out: the file $path; items with & between them
-- only: duckdb, because it alone writes files
COPY (SELECT kind, items, count, low, high FROM published ORDER BY place)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)

-- name: counts_delimited (duckdb)
-- Write published counts as text, with a header.
-- in:  published (place, kind, items, count, low, high)
-- out: the file $path, columns parted by $separator; items with & between them
-- only: duckdb, because it alone writes files
COPY (SELECT kind, items, count, low, high FROM published ORDER BY place)
TO $path (FORMAT csv, HEADER true, DELIMITER $separator, USE_TMP_FILE false)
