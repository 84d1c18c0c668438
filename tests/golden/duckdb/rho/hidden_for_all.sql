SELECT DISTINCT
  i.item
FROM "named" AS n
JOIN "items" AS i
  ON i.label = n.label
