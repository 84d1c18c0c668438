-- name: reach
SELECT
  a.query_id,
  a.item,
  p.label,
  CASE
    WHEN p.is_item = 1
    THEN 1
    ELSE CAST(1 AS DOUBLE PRECISION) / NULLIF(p.leaves, 0)
  END AS chance
FROM "asked" AS a
JOIN "items" AS i
  ON i.label = a.item
JOIN "recoded" AS r
  ON r.item = i.item
JOIN "published_nodes" AS p
  ON p.node = r.node
