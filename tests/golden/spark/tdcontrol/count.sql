-- name: numbers
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC, h.node NULLS LAST) AS INT) AS number,
  h.node
FROM `held` AS h
GROUP BY
  h.node
