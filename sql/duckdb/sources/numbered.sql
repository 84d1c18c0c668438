-- The rows of a source with their numbers from 1, in the order in which they are stored; only messages need them.
-- only: duckdb, because only a table of DuckDB is read in the order in which it was written
-- in:  pairs
-- out: row, record, item
SELECT row_number() OVER () AS row, record, item FROM pairs
