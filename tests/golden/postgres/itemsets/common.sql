SELECT
  o.draw,
  COUNT(*) AS common
FROM "found" AS o
JOIN "found" AS f
  ON f.itemset = o.itemset AND f.draw = 0
GROUP BY
  o.draw
