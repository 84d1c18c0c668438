SELECT
  f.set_id,
  f.item
FROM "frequent" AS f
