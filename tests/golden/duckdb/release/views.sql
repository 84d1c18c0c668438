SELECT
  schema_name,
  view_name,
  sql AS definition
FROM DUCKDB_VIEWS()
WHERE
  database_name = 11 AND NOT internal
