SELECT
  t.record_id,
  t.item AS set_id,
  t.item AS last
FROM "transactions" AS t
