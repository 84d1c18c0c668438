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
