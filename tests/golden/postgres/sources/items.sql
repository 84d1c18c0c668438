SELECT
  source_item,
  CAST(DENSE_RANK() OVER (ORDER BY support DESC NULLS LAST, label) AS INT) AS item,
  label,
  support
FROM (
  SELECT
    source_item,
    label,
    SUM(n) OVER (PARTITION BY label) AS support
  FROM "labels" AS labels
) AS counted
WHERE
  LENGTH(TRIM(11 FROM label)) > 0
