SELECT DISTINCT
  e.set_id,
  e.item
FROM "extensions" AS e
JOIN "members" AS m
  ON m.set_id = e.set_id
JOIN "related" AS r
  ON r.item = m.item AND r.other = e.item
