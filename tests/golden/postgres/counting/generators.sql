SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.pair_id) AS INT) AS gen_id,
  c.left_id AS parent_id,
  c.right_id,
  c.pair_id,
  c.item,
  c.support
FROM "checked" AS c
WHERE
  c.support >= 11
