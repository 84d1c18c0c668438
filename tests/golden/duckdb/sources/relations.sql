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
