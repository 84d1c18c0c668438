-- What an engine asks of its own tables and files.
-- phase: counting rows

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

-- name: databases (duckdb)
-- Which databases are there besides the one in memory that the engine itself opened, and in which files?
-- in:  the engine's own list
-- out: name, file
-- only: duckdb, because it alone attaches databases
SELECT database_name AS name, path AS file FROM duckdb_databases() WHERE NOT internal AND database_name <> 'memory'
