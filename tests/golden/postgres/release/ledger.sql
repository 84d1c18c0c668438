-- name: causes
SELECT
  k.cause,
  CONCAT(STRING_AGG(k.known, ' & '
  ORDER BY
    k.known), ' -> ', MAX(k.inferred)) AS rule
FROM (
  SELECT
    causes.cause,
    CASE WHEN causes.is_sensitive = 0 THEN items.label END AS known,
    CASE WHEN causes.is_sensitive = 1 THEN items.label END AS inferred
  FROM "causes" AS causes
  JOIN "items" AS items
    ON causes.item = items.item
) AS k
GROUP BY
  k.cause
UNION ALL
SELECT
  0 AS cause,
  'the rest of the record -> the item' AS rule
UNION ALL
SELECT
  -1 AS cause,
  'dropped, as was asked for' AS rule
