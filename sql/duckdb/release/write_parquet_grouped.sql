-- Write a long release with groups as Parquet, record by record, labels in order.
-- in:  shaped (position, record_id, item, group_id)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT record_id, item, group_id FROM shaped ORDER BY position, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
