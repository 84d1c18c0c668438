SELECT
  f.itemset,
  f.size,
  f.support
FROM "found" AS f
ORDER BY
  f.support DESC NULLS LAST,
  f.size,
  f.itemset
LIMIT 11
