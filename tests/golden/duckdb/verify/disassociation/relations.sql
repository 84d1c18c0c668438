SELECT
  COUNT(*) AS n
FROM "tables" AS t
WHERE
  t.table_catalog = 11
  AND LOWER(t.table_schema) = LOWER(13)
  AND LOWER(t.table_name) = LOWER(12)
