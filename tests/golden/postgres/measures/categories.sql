-- name: side_by_side
SELECT
  n.label,
  b.n AS before,
  COALESCE(a.n, 0) AS after,
  CASE WHEN i.item IS NULL THEN 0 ELSE 1 END AS is_item
FROM "before" AS b
JOIN "nodes" AS n
  ON n.node = b.category
LEFT JOIN "after" AS a
  ON a.category = b.category
LEFT JOIN "items" AS i
  ON i.item = b.category
ORDER BY
  b.n DESC NULLS LAST,
  n.label
LIMIT 11

-- name: error
SELECT
  AVG(
    CAST(ABS(CAST(b.n AS DOUBLE PRECISION) - COALESCE(a.n, 0)) AS DOUBLE PRECISION) / NULLIF(b.n, 0)
  ) AS error
FROM "before" AS b
LEFT JOIN "after" AS a
  ON a.category = b.category

-- name: item_error
SELECT
  AVG(
    CAST(ABS(CAST(i.support AS DOUBLE PRECISION) - COALESCE(d.n, 0)) AS DOUBLE PRECISION) / NULLIF(i.support, 0)
  ) AS error
FROM "items" AS i
LEFT JOIN (
  SELECT
    r.item,
    COUNT(*) AS n
  FROM "drawn" AS r
  WHERE
    r.item <= 11
  GROUP BY
    r.item
) AS d
  ON d.item = i.item
WHERE
  i.item <= 11
