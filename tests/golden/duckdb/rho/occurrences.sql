SELECT
  o.record_id,
  f.set_id,
  f.item AS last
FROM "grown_occurrences" AS o
JOIN "fresh" AS f
  ON f.parent_id = o.parent_id AND f.item = o.item
