SELECT DISTINCT
  t.record_id,
  0 AS group_id
FROM "transactions" AS t
