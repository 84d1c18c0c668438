-- Write a long release as Parquet, record by record, labels in order.
-- in:  shaped (position, record_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item FROM shaped ORDER BY position, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
