SELECT DISTINCT
  o.record_id,
  r.hidden AS item
FROM "rules" AS r
JOIN "occurrences" AS o
  ON o.set_id = r.set_id
