SELECT
  o.record_id,
  f.set_id,
  f.item AS last
FROM "occurrences" AS o
JOIN "rows_left" AS r
  ON r.record_id = o.record_id AND r.item > o.last
JOIN "frequent" AS f
  ON f.parent_id = o.set_id AND f.item = r.item
