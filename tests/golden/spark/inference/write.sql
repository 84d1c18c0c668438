-- name: listed_estimates
SELECT
  e.itemset_id,
  e.items,
  e.size,
  e.certain,
  e.expected
FROM `estimates` AS e
ORDER BY
  e.itemset_id NULLS LAST
