SELECT
  c.code AS item,
  l.part,
  l.whole
FROM "codes" AS c
JOIN "limits" AS l
  ON l.item = c.node
