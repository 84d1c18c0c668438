SELECT
  t.record_id,
  t.item
FROM "present" AS t
ANTI JOIN "suppressed" AS s
  ON s.record_id = t.record_id AND s.item = t.item
