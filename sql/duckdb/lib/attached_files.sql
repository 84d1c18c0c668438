-- Which database files are attached, and under which name?
-- in:  the engine's own list
-- out: alias, file
SELECT database_name AS alias, path AS file FROM duckdb_databases() WHERE path IS NOT NULL AND NOT internal
