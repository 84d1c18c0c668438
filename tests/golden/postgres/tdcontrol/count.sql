-- name: numbers
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC NULLS LAST, h.node) AS INT) AS number,
  h.node
FROM "held" AS h
GROUP BY
  h.node
