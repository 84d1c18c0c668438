SELECT
  i.label
FROM "hidden" AS h
JOIN "items" AS i
  ON i.item = h.item
