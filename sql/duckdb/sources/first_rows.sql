-- The first $n rows of a source: enough to see what it is. The limit is inside, so that no more is read.
-- only: duckdb, because only a table of DuckDB is read in the order in which it was written
-- in:  wide
-- out: its columns
SELECT * FROM wide LIMIT $n
