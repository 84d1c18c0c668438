SELECT
  g.gen_id,
  1 AS position,
  g.source_item AS item
FROM "generators" AS g
