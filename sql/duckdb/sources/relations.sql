-- The tables and views of an attached database file.
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB, the name $alias of the attached file
-- out: schema_name, relation_name, is_view
SELECT schema_name, table_name AS relation_name, false AS is_view FROM duckdb_tables() WHERE database_name = $alias
UNION ALL
SELECT schema_name, view_name, true FROM duckdb_views() WHERE database_name = $alias AND NOT internal
ORDER BY schema_name, relation_name
