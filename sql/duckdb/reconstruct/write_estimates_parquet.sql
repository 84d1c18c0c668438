-- Write estimates of supports as Parquet.
-- in:  estimates (itemset_id, items: a list, size, certain, expected)
-- out: the file $path; items with & between them
-- only: duckdb, because it alone writes files
COPY (SELECT itemset_id, array_to_string(items, ' & ') AS items, size, certain, expected FROM estimates ORDER BY itemset_id)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
