SELECT
  f.itemset,
  f.size,
  f.support
FROM `found` AS f
ORDER BY
  f.support DESC,
  f.size NULLS LAST,
  f.itemset NULLS LAST
LIMIT 11
