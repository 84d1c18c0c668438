SELECT
  l.set_id,
  m.item,
  s.set_id AS sub_id
FROM "larger" AS l
JOIN "members" AS m
  ON m.set_id = l.parent_id
JOIN "sets" AS s
  ON s.parent_id = m.sub_id AND s.item = l.item
UNION ALL
SELECT
  l.set_id,
  l.item,
  l.parent_id AS sub_id
FROM "larger" AS l
