SELECT
  record,
  item
FROM "pairs" AS pairs
WHERE
  LENGTH(TRIM(CAST(item AS TEXT), 11)) > 0
  AND LENGTH(TRIM(CAST(record AS TEXT), 11)) > 0
