-- name: pair_names
SELECT
  h.key,
  CONCAT(
    CASE WHEN a.label < b.label THEN a.label ELSE b.label END,
    ' & ',
    CASE WHEN a.label < b.label THEN b.label ELSE a.label END
  ) AS name
FROM (
  SELECT DISTINCT
    d.key
  FROM "held" AS d
) AS h
JOIN "items" AS a
  ON a.item = h.key >> 31
JOIN "items" AS b
  ON b.item = (
    h.key & 2147483647
  )
