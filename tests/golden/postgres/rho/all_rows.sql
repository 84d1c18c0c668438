SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
