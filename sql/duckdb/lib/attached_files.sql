-- Which database files are attached, and under which name?
-- in:  the engine's own list
-- out: alias, file
-- only: duckdb, because it alone has databases that are files to attach
SELECT database_name AS alias, path AS file FROM duckdb_databases() WHERE path IS NOT NULL AND NOT internal
