-- The nodes of the taxonomy, and how many records hold each item (0 for a label, or a leaf that the data does not have).
-- in:  nodes (node, parent, label, leaves, depth), items (item, support)
-- out: node, parent (0 at the root), label, leaves, depth, support
SELECT n.node, coalesce(n.parent, 0) AS parent, n.label, n.leaves, n.depth, coalesce(i.support, 0) AS support
FROM nodes AS n
LEFT JOIN items AS i ON i.item = n.node
