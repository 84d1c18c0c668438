-- The tree without a taxonomy: one root over all items.
-- in:  items
-- out: node, parent (NULL at the root), label, leaves, depth
SELECT item AS node, cast($root AS INTEGER) AS parent, label, cast(1 AS INTEGER) AS leaves, cast(1 AS INTEGER) AS depth
FROM items
UNION ALL
SELECT cast($root AS INTEGER), cast(NULL AS INTEGER), $label, cast($root - 1 AS INTEGER), cast(0 AS INTEGER)
