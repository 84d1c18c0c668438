-- name: pair_items
SELECT
  p.key,
  CASE WHEN a.label < b.label THEN a.label ELSE b.label END AS item,
  CASE WHEN a.label < b.label THEN b.label ELSE a.label END AS item2
FROM (
  SELECT DISTINCT
    q.key
  FROM "pairs" AS q
) AS p
JOIN "items" AS a
  ON a.item = p.key >> 31
JOIN "items" AS b
  ON b.item = (
    p.key & 2147483647
  )
