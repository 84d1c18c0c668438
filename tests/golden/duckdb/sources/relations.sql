/* The tables and views of an attached database file. */
/* only: duckdb, because it reads the catalog of DuckDB */
/* in:  the catalog of DuckDB, the name $alias of the attached file */
/* out: schema_name, relation_name, is_view */
SELECT
  schema_name,
  table_name AS relation_name,
  FALSE AS is_view
FROM DUCKDB_TABLES()
WHERE
  database_name = 11
UNION ALL
SELECT
  schema_name,
  view_name,
  TRUE
FROM DUCKDB_VIEWS()
WHERE
  database_name = 11 AND NOT internal
ORDER BY
  schema_name,
  relation_name
