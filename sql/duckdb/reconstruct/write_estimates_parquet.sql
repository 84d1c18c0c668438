-- Write estimates of supports as Parquet.
-- in:  estimates (itemset_id, items, size, certain, expected)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT itemset_id, items, size, certain, expected FROM estimates ORDER BY itemset_id)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
