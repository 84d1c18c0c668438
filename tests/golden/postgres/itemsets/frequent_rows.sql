SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
JOIN "found" AS f
  ON f.item = t.item AND f.size = 1 AND f.support >= 11
