SELECT
  row,
  record,
  UNNEST(COALESCE(items, [NULL])) AS item
FROM (
  SELECT
    ROW_NUMBER() OVER () AS row,
    record,
    items
  FROM "lists" AS lists
) AS numbered
