SELECT
  database_name AS alias,
  path AS file
FROM DUCKDB_DATABASES()
WHERE
  NOT path IS NULL AND NOT internal
