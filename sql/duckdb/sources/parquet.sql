-- The rows of a Parquet file, with no columns guessed from the names of its folders.
-- only: duckdb, because reading a file is DuckDB's own
-- in:  the file $path
-- out: its columns
SELECT * FROM read_parquet($path, hive_partitioning = false)
