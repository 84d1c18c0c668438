-- name: sensitive_of_list
SELECT
  i.item
FROM `items` AS i
WHERE
  CAST(i.label AS STRING) IN (11)
