-- Without a taxonomy each item is a leaf of its own under an unnamed root.
-- in:  items (item, label)
-- out: node, label, leaves, depth
SELECT item AS node, label, 1 AS leaves, 1 AS depth FROM items
