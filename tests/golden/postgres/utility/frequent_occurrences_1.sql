SELECT
  r.record_id,
  f.set_id,
  r.item AS last
FROM "rows_left" AS r
JOIN "frequent" AS f
  ON f.item = r.item
