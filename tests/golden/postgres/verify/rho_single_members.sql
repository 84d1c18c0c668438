SELECT DISTINCT
  t.item AS set_id,
  t.item
FROM "transactions" AS t
