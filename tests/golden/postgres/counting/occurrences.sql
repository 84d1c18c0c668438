SELECT
  t.record_id,
  g.gen_id
FROM "transactions" AS t
JOIN "generators" AS g
  ON g.source_item = t.item
