SELECT
  t.record_id,
  CAST(0 AS BIGINT) AS group_id,
  t.item
FROM "transactions" AS t
ANTI JOIN "sensitive" AS s
  ON s.item = t.item
