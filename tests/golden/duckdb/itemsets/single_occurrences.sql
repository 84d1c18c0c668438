SELECT
  r.draw,
  r.record_id,
  f.set_id,
  r.item
FROM "rows" AS r
JOIN "found" AS f
  ON f.draw = r.draw AND f.item = r.item
