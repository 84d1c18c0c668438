-- name: unsplittable_labels
SELECT
  COUNT(*) AS n
FROM (
  SELECT DISTINCT
    item
  FROM `published` AS published
) AS used
JOIN `labels` AS labels
  ON used.item = labels.item
WHERE
  LOCATE(11, labels.label) > 0
  OR LOCATE(CHR(  10), labels.label) > 0
  OR LOCATE(CHR(  13), labels.label) > 0
  OR LOCATE('@ITEM=', labels.label) = 1
  OR LOCATE('@CONVERTED_FROM_TEXT', labels.label) = 1

-- name: lines
SELECT
  places.position,
  LISTAGG(labels.label, 11) WITHIN GROUP (ORDER BY
    labels.label NULLS LAST) AS line
FROM `places` AS places
LEFT JOIN `published` AS published
  ON published.record_id = places.record_id
LEFT JOIN `labels` AS labels
  ON published.item = labels.item
GROUP BY
  places.position

-- name: sensitive_labels
SELECT DISTINCT
  labels.label
FROM `published` AS published
JOIN `labels` AS labels
  ON published.item = labels.item
JOIN `sensitive` AS sensitive
  ON labels.label = sensitive.label
ORDER BY
  labels.label NULLS LAST
