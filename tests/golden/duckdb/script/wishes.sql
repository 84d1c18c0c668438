SELECT DISTINCT
  n.record_id,
  i.item
FROM "named" AS n
JOIN "items" AS i
  ON i.label = n.item
SEMI JOIN "source_rows" AS r
  ON r.record_id = n.record_id
