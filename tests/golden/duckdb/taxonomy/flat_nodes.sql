/* The tree without a taxonomy: one root over all items. */
/* in:  items */
/* out: node, parent (NULL at the root), label, leaves, depth */
SELECT
  item AS node,
  CAST(12 AS INT) AS parent,
  label,
  CAST(1 AS INT) AS leaves,
  CAST(1 AS INT) AS depth
FROM "items" AS items
UNION ALL
SELECT
  CAST(12 AS INT) AS node,
  CAST(NULL AS INT) AS parent,
  11 AS label,
  CAST(12 - 1 AS INT) AS leaves,
  CAST(0 AS INT) AS depth
