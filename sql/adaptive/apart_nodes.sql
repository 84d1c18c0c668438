-- Sensitive items as nodes beside the tree, right under where its root would be.
-- in:  items (item, label), hidden (item)
-- out: node, parent (NULL: none), label, leaves, depth
SELECT i.item AS node, cast(NULL AS INTEGER) AS parent, i.label, cast(1 AS INTEGER) AS leaves, cast(1 AS INTEGER) AS depth
FROM items AS i
SEMI JOIN hidden AS h ON h.item = i.item
