-- name: listed_estimates
SELECT
  e.itemset_id,
  e.query,
  e.items,
  e.size,
  e.certain,
  e.expected,
  e.at_most
FROM `estimates` AS e
ORDER BY
  e.itemset_id NULLS LAST
