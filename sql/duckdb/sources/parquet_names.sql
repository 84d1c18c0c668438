-- What the columns of a Parquet file are called in it (DuckDB renames those that differ only in case), the root first.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file $path
-- out: name, num_children
SELECT name, coalesce(num_children, 0) AS num_children FROM parquet_schema($path)
