SELECT
  item,
  item AS node,
  CAST(0 AS INT) AS distance
FROM `items` AS items
UNION ALL
SELECT
  item,
  CAST(11 AS INT) AS node,
  CAST(1 AS INT) AS distance
FROM `items` AS items
