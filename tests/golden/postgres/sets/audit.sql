-- name: top_items
SELECT
  c.item,
  l.label,
  CAST(SUM(c.threats) AS BIGINT) AS threats
FROM "contributions" AS c
JOIN "labels" AS l
  ON l.item = c.item
GROUP BY
  c.item,
  l.label
ORDER BY
  SUM(c.threats) DESC NULLS LAST,
  c.item
LIMIT 11
