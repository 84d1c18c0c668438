SELECT
  t.record_id,
  members.set_id,
  MAX(t.weight) AS weight
FROM "members" AS members
JOIN "transactions" AS t
  ON members.item = t.item
GROUP BY
  t.record_id,
  members.set_id
HAVING
  COUNT(*) = 11
