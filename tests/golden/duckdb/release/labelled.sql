SELECT
  p.record_id,
  l.label AS item
FROM "published" AS p
JOIN "labels" AS l
  ON l.item = p.item
