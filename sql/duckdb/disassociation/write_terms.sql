-- Write the term chunks of a release, labels in order.
-- in:  terms (cluster_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT cluster_id, item FROM terms ORDER BY cluster_id, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
