-- The taxonomy as tables, for SQL. It is read and checked in Python, and loaded.
-- 1. The labels it has to cover. 2. Its nodes, and for each item every node over it. 3. Without a taxonomy: one root over all
-- items.
-- Makes nodes (node, parent, label, leaves, depth), ancestors (item, node, distance).
-- phase: matching items and taxonomy

-- name: labels
-- What the items are called.
-- in:  items
-- out: item, label
SELECT item, label FROM items ORDER BY item

-- name: own_items
-- The items, of which those that are inner nodes are called as the leaves of their own.
-- in:  items (item, label, support), inner_items (label, own)
-- out: item, label, support
SELECT i.item, coalesce(n.own, i.label) AS label, i.support
FROM items AS i
LEFT JOIN inner_items AS n ON n.label = i.label
ORDER BY i.item

-- name: nodes
-- The nodes of a taxonomy as they were handed in; parent 0 stands for none.
-- in:  given
-- out: node, parent (NULL at the root), label, leaves, depth
SELECT
  cast(node AS INTEGER) AS node,
  cast(nullif(parent, 0) AS INTEGER) AS parent,
  label,
  cast(leaves AS INTEGER) AS leaves,
  cast(depth AS INTEGER) AS depth
FROM given
ORDER BY node

-- name: ancestors
-- Every node above an item, and the item itself at distance 0.
-- in:  given
-- out: item, node, distance
SELECT cast(item AS INTEGER) AS item, cast(node AS INTEGER) AS node, cast(distance AS INTEGER) AS distance
FROM given
ORDER BY item, distance

-- name: flat_nodes
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

-- name: flat_ancestors
-- Every node above an item where there is no taxonomy: itself and the root.
-- in:  items
-- out: item, node, distance
SELECT item, item AS node, cast(0 AS INTEGER) AS distance FROM items
UNION ALL
SELECT item, cast($root AS INTEGER) AS node, cast(1 AS INTEGER) AS distance FROM items

-- name: with_supports
-- The nodes of the taxonomy, and how many records hold each item (0 for a label, or a leaf that the data does not have).
-- in:  nodes (node, parent, label, leaves, depth), items (item, support)
-- out: node, parent (0 at the root), label, leaves, depth, support
SELECT n.node, coalesce(n.parent, 0) AS parent, n.label, n.leaves, n.depth, coalesce(i.support, 0) AS support
FROM nodes AS n
LEFT JOIN items AS i ON i.item = n.node

-- name: open_items
-- The items that are not sensitive.
-- in:  items (item, label, support), sensitive (item)
-- out: item, label, support
SELECT i.item, i.label, i.support
FROM items AS i
ANTI JOIN sensitive AS h ON h.item = i.item

-- name: sensitive_nodes
-- Sensitive items as nodes beside the tree, right under where its root would be.
-- in:  items (item, label), sensitive (item)
-- out: node, parent (NULL: none), label, leaves, depth
SELECT i.item AS node, cast(NULL AS INTEGER) AS parent, i.label, cast(1 AS INTEGER) AS leaves, cast(1 AS INTEGER) AS depth
FROM items AS i
SEMI JOIN sensitive AS h ON h.item = i.item

-- name: without_items
-- The nodes over each item but those that are dropped.
-- in:  ancestors (item, node, distance), dropped (item)
-- out: item, node, distance
SELECT a.item, a.node, a.distance
FROM ancestors AS a
WHERE NOT EXISTS (SELECT 1 FROM dropped AS d WHERE d.item = a.item)
