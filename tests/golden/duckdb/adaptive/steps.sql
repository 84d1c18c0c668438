SELECT
  a.item,
  b.node,
  a.node AS child
FROM "ancestors" AS a
JOIN "ancestors" AS b
  ON b.item = a.item AND b.distance = a.distance + 1
