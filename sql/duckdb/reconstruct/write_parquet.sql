-- Write made-up originals as Parquet.
-- in:  samples (sample_id, record_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT sample_id, record_id, item FROM samples ORDER BY sample_id, record_id, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
