SELECT
  table_name AS name,
  table_type AS kind
FROM "tables" AS tables
WHERE
  table_catalog = 11
  AND LOWER(table_schema) = LOWER(14)
  AND LOWER(table_name) IN (LOWER(13), LOWER(12))
