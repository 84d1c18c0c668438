SELECT
  SUM(n) AS n
FROM "labels" AS labels
WHERE
  label IS NULL OR LENGTH(TRIM(label, 11)) = 0
