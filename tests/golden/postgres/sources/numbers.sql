-- name: basket_labels
SELECT
  source_item,
  CASE
    WHEN SUBSTRING(bare FROM 1 FOR 1) = '"'
    AND SUBSTRING(bare FROM LENGTH(bare) FOR 1) = '"'
    AND LENGTH(bare) > 1
    THEN REPLACE(SUBSTRING(bare FROM 2 FOR LENGTH(bare) - 2), '""', '"')
    ELSE bare
  END AS label,
  n
FROM (
  SELECT
    item AS source_item,
    TRIM(11 FROM item) AS bare,
    COUNT(*) AS n
  FROM "pairs" AS pairs
  GROUP BY
    item
) AS counted

-- name: blank_records
SELECT
  COUNT(*) AS n
FROM "records" AS records
WHERE
  source_record IS NULL OR LENGTH(TRIM(11 FROM CAST(source_record AS TEXT))) = 0

-- name: blank_items
SELECT
  SUM(n) AS n
FROM "labels" AS labels
WHERE
  label IS NULL OR LENGTH(TRIM(11 FROM label)) = 0

-- name: items
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
