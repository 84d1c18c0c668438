-- Write the subrecords of a release, in the order of their random numbers, labels in order.
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: the file $path
-- only: duckdb, because it alone writes files
COPY (SELECT cluster_id, chunk_id, subrecord_id, item FROM subrecords ORDER BY cluster_id, chunk_id, subrecord_id, item)
TO $path (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)
