SELECT
  COUNT(*) AS n
FROM DUCKDB_SCHEMAS()
WHERE
  database_name = 11 AND LOWER(schema_name) = LOWER(12)
