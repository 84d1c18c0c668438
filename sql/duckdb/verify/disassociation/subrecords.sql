-- The subrecords of a release.
-- in:  the file $path
-- out: cluster_id, chunk_id, subrecord_id, item
-- only: duckdb, because it alone reads files
SELECT cast(cluster_id AS bigint) AS cluster_id, cast(chunk_id AS bigint) AS chunk_id,
  cast(subrecord_id AS bigint) AS subrecord_id, cast(item AS varchar) AS item
FROM read_parquet($path)
