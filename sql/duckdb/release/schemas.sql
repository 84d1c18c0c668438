-- Is there a schema of that name in an attached database file?
-- only: duckdb, because it reads the catalog of DuckDB
-- in:  the catalog of DuckDB, the name $alias of the attached file, $schema
-- out: n
SELECT count(*) AS n FROM duckdb_schemas() WHERE database_name = $alias AND lower(schema_name) = lower($schema)
