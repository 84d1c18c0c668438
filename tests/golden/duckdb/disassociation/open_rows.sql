SELECT
  t.record_id,
  0 AS group_id,
  t.item
FROM "transactions" AS t
ANTI JOIN "sensitive" AS s
  ON s.item = t.item
