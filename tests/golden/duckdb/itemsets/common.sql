SELECT
  COUNT(*) AS n,
  COUNT(o.itemset) AS common
FROM "one" AS f
LEFT JOIN "other" AS o
  ON o.itemset = f.itemset
