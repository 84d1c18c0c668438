/* Every node above an item where there is no taxonomy: itself and the root. */
/* in:  items */
/* out: item, node, distance */
SELECT
  item,
  item AS node,
  CAST(0 AS INT) AS distance
FROM "items" AS items
UNION ALL
SELECT
  item,
  CAST(11 AS INT) AS node,
  CAST(1 AS INT) AS distance
FROM "items" AS items
