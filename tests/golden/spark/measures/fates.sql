-- name: costliest
WITH ordered AS (
  SELECT
    loss,
    SUM(loss) OVER (
      ORDER BY loss DESC, item NULLS LAST
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS so_far,
    SUM(loss) OVER () AS everything
  FROM `fates` AS fates
)
SELECT
  COUNT(*) AS n
FROM ordered
WHERE
  loss > 0 AND so_far - loss < 0.799999 * everything

-- name: most_frequent
SELECT
  f.label,
  f.support,
  f.fate,
  p.label AS released_as,
  f.rows_left
FROM `fates` AS f
LEFT JOIN `published_nodes` AS p
  ON f.node = p.node
ORDER BY
  f.support DESC,
  f.label NULLS LAST
LIMIT 11

-- name: by_category
SELECT
  c.category,
  COUNT(*) AS n_items,
  SUM(f.support) AS n_rows,
  SUM(CASE WHEN f.fate = 'kept' THEN f.rows_left ELSE 0 END) AS unchanged,
  SUM(f.loss) AS loss
FROM `fates` AS f
JOIN `categories` AS c
  ON f.item = c.item
GROUP BY
  c.category
ORDER BY
  SUM(f.loss) DESC,
  c.category NULLS LAST
