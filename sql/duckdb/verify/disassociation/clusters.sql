-- The clusters of a release.
-- in:  the file $path
-- out: cluster_id, parent_id, kind, size
-- only: duckdb, because it alone reads files
SELECT cast(cluster_id AS bigint) AS cluster_id, cast(parent_id AS bigint) AS parent_id, cast(kind AS varchar) AS kind,
  cast(size AS bigint) AS size
FROM read_parquet($path)
