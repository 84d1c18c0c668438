SELECT
  COUNT(*) AS n
FROM "transactions" AS t
JOIN "ancestors" AS a
  ON a.item = t.item AND a.distance = 0
