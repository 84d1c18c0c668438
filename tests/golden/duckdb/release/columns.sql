SELECT
  column_name
FROM DUCKDB_COLUMNS()
WHERE
  database_name = 11
  AND LOWER(schema_name) = LOWER(13)
  AND LOWER(table_name) = LOWER(12)
