SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
SEMI JOIN "frequent" AS f
  ON f.item = t.item
