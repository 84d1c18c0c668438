SELECT
  r.record_id,
  i.item
FROM "named" AS n
JOIN "items" AS i
  ON i.label = n.label
JOIN "record_ids" AS r
  ON r.source_id = n.source_id
