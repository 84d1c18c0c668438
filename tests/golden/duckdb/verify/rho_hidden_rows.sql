SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
JOIN "hidden" AS hidden
  ON t.item = hidden.item
