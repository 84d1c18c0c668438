-- name: recount
SELECT
  items.item AS old_item,
  CAST(ROW_NUMBER() OVER (ORDER BY counted.support DESC, items.label NULLS LAST) AS INT) AS item,
  items.label AS label,
  counted.support AS support
FROM `items` AS items
JOIN (
  SELECT
    item,
    COUNT(*) AS support
  FROM `coded` AS coded
  GROUP BY
    item
) AS counted
  ON counted.item = items.item

-- name: renumber
SELECT
  coded.record_id AS record_id,
  items.item AS item
FROM `coded` AS coded
JOIN `items` AS items
  ON items.old_item = coded.item
ORDER BY
  record_id NULLS LAST,
  item NULLS LAST

-- name: item_table
SELECT DISTINCT
  item,
  label,
  CAST(support AS BIGINT) AS support
FROM `items` AS items
ORDER BY
  item NULLS LAST

-- name: record_table
SELECT
  record_id,
  CAST(source_record AS STRING) AS source_id
FROM `records` AS records
