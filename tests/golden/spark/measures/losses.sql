-- name: depths
SELECT
  depth,
  COUNT(*) AS n_labels,
  SUM(n) AS n_rows,
  SUM(is_item) AS n_items,
  SUM(n * is_item) AS n_item_rows
FROM `published_nodes` AS published_nodes
GROUP BY
  depth
ORDER BY
  depth NULLS LAST
