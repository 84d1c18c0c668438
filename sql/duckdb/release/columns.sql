-- The columns of a table or view of an attached database file.
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB, the name $alias of the attached file, $schema and $name
-- out: column_name
SELECT column_name
FROM duckdb_columns()
WHERE database_name = $alias AND lower(schema_name) = lower($schema) AND lower(table_name) = lower($name)
