-- The tree without a taxonomy: one root over all items.
-- in:  items
-- out: node, parent (NULL at the root), label, leaves, depth
SELECT item AS node, cast($root AS INTEGER) AS parent, label, cast(1 AS INTEGER) AS leaves, cast(1 AS INTEGER) AS depth
FROM items
UNION ALL
SELECT
  cast($root AS INTEGER) AS node,
  cast(NULL AS INTEGER) AS parent,
  $label AS label,
  cast($root - 1 AS INTEGER) AS leaves,
  cast(0 AS INTEGER) AS depth
