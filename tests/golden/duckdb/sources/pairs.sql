SELECT
  record,
  item
FROM "source_rows" AS source_rows
