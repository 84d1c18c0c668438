SELECT DISTINCT
  w.item
FROM "wishes" AS w
