-- What an engine asks of its own tables and files.

-- name: count_rows
-- How many rows does a table hold?
-- in:  any_table
-- out: n
SELECT count(*) AS n FROM any_table

-- name: attached_files (duckdb)
-- Which database files are attached, and under which name?
-- in:  the engine's own list
-- out: alias, file
-- only: duckdb, because it alone has databases that are files to attach
SELECT database_name AS alias, path AS file FROM duckdb_databases() WHERE path IS NOT NULL AND NOT internal
