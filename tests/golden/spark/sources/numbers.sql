-- name: labels
SELECT
  item AS source_item,
  CAST(item AS STRING) AS label,
  COUNT(*) AS n
FROM `pairs` AS pairs
GROUP BY
  item

-- name: basket_labels
SELECT
  source_item,
  CASE
    WHEN SUBSTRING(bare, 1, 1) = '"'
    AND SUBSTRING(bare, LENGTH(bare), 1) = '"'
    AND LENGTH(bare) > 1
    THEN REPLACE(SUBSTRING(bare, 2, LENGTH(bare) - 2), '""', '"')
    ELSE bare
  END AS label,
  n
FROM (
  SELECT
    item AS source_item,
    TRIM(11 FROM item) AS bare,
    COUNT(*) AS n
  FROM `pairs` AS pairs
  GROUP BY
    item
) AS counted

-- name: records
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY record NULLS LAST) AS INT) AS record_id,
  record AS source_record
FROM (
  SELECT
    record
  FROM `pairs` AS pairs
  GROUP BY
    record
) AS called

-- name: blank_records
SELECT
  COUNT(*) AS n
FROM `records` AS records
WHERE
  source_record IS NULL OR LENGTH(TRIM(11 FROM CAST(source_record AS STRING))) = 0

-- name: blank_items
SELECT
  SUM(n) AS n
FROM `labels` AS labels
WHERE
  label IS NULL OR LENGTH(TRIM(11 FROM label)) = 0

-- name: items
SELECT
  source_item,
  CAST(DENSE_RANK() OVER (ORDER BY support DESC, label NULLS LAST) AS INT) AS item,
  label,
  support
FROM (
  SELECT
    source_item,
    label,
    SUM(n) OVER (PARTITION BY label) AS support
  FROM `labels` AS labels
) AS counted
WHERE
  LENGTH(TRIM(11 FROM label)) > 0

-- name: code_named
SELECT
  records.record_id AS record_id,
  items.item AS item
FROM `pairs` AS pairs
JOIN `records` AS records
  ON records.source_record = pairs.record
JOIN `items` AS items
  ON items.source_item = pairs.item

-- name: code_numbered
SELECT
  pairs.record AS record_id,
  items.item AS item
FROM `pairs` AS pairs
JOIN `items` AS items
  ON items.source_item = pairs.item
ORDER BY
  record_id NULLS LAST,
  item NULLS LAST
