SELECT
  o.record_id,
  f.set_id,
  f.item
FROM "occurrences" AS o
JOIN "fresh" AS f
  ON f.parent_id = o.set_id AND f.support >= 11
JOIN "frequent_rows" AS r
  ON r.record_id = o.record_id AND r.item = f.item
