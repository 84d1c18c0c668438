SELECT
  record,
  UNNEST(COALESCE(items, [NULL])) AS item
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER () AS INT) AS record,
    items
  FROM "lists" AS lists
) AS numbered
