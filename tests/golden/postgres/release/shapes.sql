-- name: unsplittable_labels
SELECT
  COUNT(*) AS n
FROM (
  SELECT DISTINCT
    item
  FROM "published" AS published
) AS used
JOIN "labels" AS labels
  ON used.item = labels.item
WHERE
  POSITION(11 IN labels.label) > 0
  OR POSITION(CHR(  10) IN labels.label) > 0
  OR POSITION(CHR(  13) IN labels.label) > 0
  OR POSITION('@ITEM=' IN labels.label) = 1
  OR POSITION('@CONVERTED_FROM_TEXT' IN labels.label) = 1

-- name: lines
SELECT
  places.position,
  STRING_AGG(labels.label, 11
  ORDER BY
    labels.label) AS line
FROM "places" AS places
LEFT JOIN "published" AS published
  ON published.record_id = places.record_id
LEFT JOIN "labels" AS labels
  ON published.item = labels.item
GROUP BY
  places.position
