-- The views of an attached database file and how they are defined.
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB, the name $alias of the attached file
-- out: schema_name, view_name, definition
SELECT schema_name, view_name, sql AS definition FROM duckdb_views() WHERE database_name = $alias AND NOT internal
