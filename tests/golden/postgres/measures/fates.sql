-- name: fates
SELECT
  told.item,
  told.label,
  told.support,
  told.node,
  told.fate,
  told.support * told.share AS rows_left,
  told.support * (
    1 - told.share * (
      1 - told.lost
    )
  ) AS loss
FROM (
  SELECT
    items.item,
    items.label,
    items.support,
    p.node,
    CASE
      WHEN p.node IS NULL
      THEN 'gone'
      WHEN p.is_item = 1
      THEN 'kept'
      ELSE 'generalized'
    END AS fate,
    COALESCE(CAST(p.n AS DOUBLE PRECISION) / NULLIF(o.holders, 0), 0) AS share,
    CASE
      WHEN p.is_item = 1
      THEN 0
      ELSE COALESCE(p.leaves, 0) / CAST(11 AS DOUBLE PRECISION)
    END AS lost
  FROM "items" AS items
  LEFT JOIN "recoded" AS recoded
    ON items.item = recoded.item
  LEFT JOIN "published_nodes" AS p
    ON recoded.node = p.node
  LEFT JOIN "originals" AS o
    ON recoded.node = o.node
) AS told

-- name: costliest
WITH ordered AS (
  SELECT
    loss,
    SUM(loss) OVER (
      ORDER BY loss DESC NULLS LAST, item
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) AS so_far,
    SUM(loss) OVER () AS everything
  FROM "fates" AS fates
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
FROM "fates" AS f
LEFT JOIN "published_nodes" AS p
  ON f.node = p.node
ORDER BY
  f.support DESC NULLS LAST,
  f.label
LIMIT 11

-- name: by_category
SELECT
  c.category,
  COUNT(*) AS n_items,
  SUM(f.support) AS n_rows,
  SUM(CASE WHEN f.fate = 'kept' THEN f.rows_left ELSE 0 END) AS unchanged,
  SUM(f.loss) AS loss
FROM "fates" AS f
JOIN "categories" AS c
  ON f.item = c.item
GROUP BY
  c.category
ORDER BY
  SUM(f.loss) DESC NULLS LAST,
  c.category

-- name: sensitive_rows
SELECT
  COALESCE(CAST(SUM(i.support) AS BIGINT), 0) AS rows_before,
  (
    SELECT
      COUNT(*)
    FROM "release" AS r
    WHERE
      EXISTS(
        SELECT
          1
        FROM (
          SELECT
            j.label
          FROM "items" AS j
          WHERE
            EXISTS(
              SELECT
                1
              FROM "sensitive" AS t
              WHERE
                t.item = j.item
            )
        ) AS l
        WHERE
          l.label = r.item
      )
  ) AS rows_after
FROM "items" AS i
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.item = i.item
  )
