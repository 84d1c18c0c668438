SELECT
  g.gen_id,
  g.item AS sub_id
FROM "generators" AS g
