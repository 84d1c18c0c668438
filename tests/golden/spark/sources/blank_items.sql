SELECT
  SUM(n) AS n
FROM `labels` AS labels
WHERE
  label IS NULL OR LENGTH(TRIM(11 FROM label)) = 0
