SELECT
  s.record_id,
  s.item AS lost,
  o.item
FROM "suppressed" AS s
JOIN "original" AS o
  ON o.record_id = s.record_id
