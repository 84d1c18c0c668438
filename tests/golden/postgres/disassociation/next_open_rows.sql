SELECT
  r.record_id,
  m.group_id,
  r.item
FROM "open_rows" AS r
JOIN "members" AS m
  ON m.record_id = r.record_id AND m.size >= 11
LEFT JOIN "parts" AS p
  ON p.part_id = m.group_id
WHERE
  p.item IS NULL OR p.item <> r.item
