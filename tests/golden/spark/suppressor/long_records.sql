-- name: parts
SELECT
  g.step,
  CAST(ROW_NUMBER() OVER (ORDER BY g.step NULLS LAST) AS INT) AS part,
  MIN(g.items) - 11 AS more
FROM `growing_rests` AS g
GROUP BY
  g.step
