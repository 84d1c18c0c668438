SELECT
  t.record_id,
  s.set_id,
  t.item AS last
FROM "transactions" AS t
JOIN "sets" AS s
  ON s.item = t.item
