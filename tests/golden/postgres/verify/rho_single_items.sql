SELECT
  t.record_id,
  t.item AS set_id,
  t.item,
  t.weight
FROM "transactions" AS t
