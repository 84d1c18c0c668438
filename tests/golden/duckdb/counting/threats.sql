SELECT
  c.pair_id,
  c.left_id,
  c.item,
  c.support
FROM "checked" AS c
WHERE
  c.support < 11
