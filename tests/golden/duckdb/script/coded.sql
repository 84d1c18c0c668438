SELECT
  r.record_id,
  i.item
FROM "source_rows" AS r
JOIN "items" AS i
  ON i.label = r.item
