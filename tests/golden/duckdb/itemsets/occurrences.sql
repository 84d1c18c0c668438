SELECT
  o.draw,
  o.record_id,
  f.set_id,
  f.item
FROM "occurrences" AS o
JOIN "found" AS f
  ON f.parent_id = o.set_id
JOIN "frequent_rows" AS r
  ON r.draw = o.draw AND r.record_id = o.record_id AND r.item = f.item
