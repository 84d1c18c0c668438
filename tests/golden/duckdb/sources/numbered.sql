SELECT
  ROW_NUMBER() OVER () AS row,
  record,
  item
FROM "pairs" AS pairs
