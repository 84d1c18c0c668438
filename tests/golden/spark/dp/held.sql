-- name: pair_items
SELECT
  p.key,
  CASE WHEN a.label < b.label THEN a.label ELSE b.label END AS item,
  CASE WHEN a.label < b.label THEN b.label ELSE a.label END AS item2
FROM (
  SELECT DISTINCT
    q.key
  FROM `pairs` AS q
) AS p
JOIN `items` AS a
  ON a.item = SHIFTRIGHT(p.key, 31)
JOIN `items` AS b
  ON b.item = (
    p.key & 2147483647
  )

-- name: pair_names
SELECT
  p.key,
  CONCAT(
    COALESCE(CAST(LENGTH(p.item) AS STRING), ''),
    ':',
    COALESCE(p.item, ''),
    COALESCE(p.item2, '')
  ) AS name
FROM `pair_items` AS p

-- name: itemset_names
SELECT DISTINCT
  CAST(s.itemset_id AS BIGINT) AS key,
  CAST(s.itemset_id AS STRING) AS name
FROM `itemsets` AS s
