SELECT
  g.gen_id,
  m.position,
  m.item
FROM "generators" AS g
JOIN "members" AS m
  ON m.gen_id = g.parent_id
UNION ALL
SELECT
  g.gen_id,
  11 AS position,
  s.source_item AS item
FROM "generators" AS g
JOIN "singles" AS s
  ON s.gen_id = g.item
