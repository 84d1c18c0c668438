SELECT
  item AS node,
  CAST(12 AS INT) AS parent,
  label,
  CAST(1 AS INT) AS leaves,
  CAST(1 AS INT) AS depth
FROM `items` AS items
UNION ALL
SELECT
  CAST(12 AS INT) AS node,
  CAST(NULL AS INT) AS parent,
  11 AS label,
  CAST(CASE WHEN 12 > 2 THEN 12 - 1 ELSE 2 END AS INT) AS leaves,
  CAST(0 AS INT) AS depth
