SELECT
  c.pair_id,
  c.left_id,
  c.right_id,
  c.item,
  c.support
FROM "counted" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "broken" AS x
    WHERE
      x.pair_id = c.pair_id
  )
