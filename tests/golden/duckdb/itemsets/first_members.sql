SELECT
  f.set_id,
  f.item
FROM "found" AS f
