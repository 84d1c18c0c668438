SELECT
  s.record_id,
  s.item,
  s.cause
FROM "suppressed" AS s
