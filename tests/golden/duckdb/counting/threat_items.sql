SELECT
  t.threat_id,
  m.position,
  m.item,
  t.support
FROM "threats" AS t
JOIN "members" AS m
  ON m.gen_id = t.left_id
UNION ALL
SELECT
  t.threat_id,
  11 AS position,
  s.source_item AS item,
  t.support
FROM "threats" AS t
JOIN "singles" AS s
  ON s.gen_id = t.item
