-- The tree without a taxonomy: one root over all items. A single item, too, is more special than the root: the root
-- counts two leaves there.
-- in:  items
-- out: node, parent (NULL at the root), label, leaves, depth
SELECT item AS node, cast($root AS INTEGER) AS parent, label, cast(1 AS INTEGER) AS leaves, cast(1 AS INTEGER) AS depth
FROM items
UNION ALL
SELECT
  cast($root AS INTEGER) AS node,
  cast(NULL AS INTEGER) AS parent,
  $label AS label,
  cast(CASE WHEN $root > 2 THEN $root - 1 ELSE 2 END AS INTEGER) AS leaves,
  cast(0 AS INTEGER) AS depth
