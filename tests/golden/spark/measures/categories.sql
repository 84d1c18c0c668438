-- name: side_by_side
SELECT
  n.label,
  b.n AS before,
  COALESCE(a.n, 0) AS after,
  CASE WHEN i.item IS NULL THEN 0 ELSE 1 END AS is_item
FROM `before` AS b
JOIN `nodes` AS n
  ON n.node = b.category
LEFT JOIN `after` AS a
  ON a.category = b.category
LEFT JOIN `items` AS i
  ON i.item = b.category
ORDER BY
  b.n DESC,
  n.label NULLS LAST
LIMIT 11
