-- Write the clusters of a release.
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT cluster_id, parent_id, kind, size FROM clusters ORDER BY cluster_id)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
