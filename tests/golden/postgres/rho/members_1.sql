SELECT
  s.set_id,
  s.item
FROM "sets" AS s
