-- Write one made-up original as Parquet.
-- in:  samples (record_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item FROM samples ORDER BY record_id, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
