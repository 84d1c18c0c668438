SELECT
  f.set_id,
  m.item,
  g.set_id AS sub_id
FROM "fresh" AS f
JOIN "members" AS m
  ON m.set_id = f.parent_id
JOIN "sets" AS g
  ON g.parent_id = m.sub_id AND g.item = f.item
UNION ALL
SELECT
  f.set_id,
  f.item,
  f.parent_id AS sub_id
FROM "fresh" AS f
