SELECT
  c.pair_id,
  c.left_id,
  c.right_id,
  c.item,
  c.support
FROM "counted" AS c
ANTI JOIN "broken" AS x
  ON x.pair_id = c.pair_id
