SELECT
  item,
  item AS node
FROM "items" AS items
UNION
SELECT
  ancestors.item,
  ancestors.node
FROM "ancestors" AS ancestors
JOIN "items" AS items
  ON ancestors.item = items.item
