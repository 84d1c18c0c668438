SELECT
  0 AS left_id,
  s.item,
  s.support
FROM "supports" AS s
WHERE
  s.support < 11
