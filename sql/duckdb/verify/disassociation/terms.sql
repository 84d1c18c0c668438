-- The term chunks of a release.
-- in:  the file $path
-- out: cluster_id, item
-- only: duckdb, because it alone reads files
SELECT cast(cluster_id AS bigint) AS cluster_id, cast(item AS varchar) AS item
FROM read_parquet($path)
