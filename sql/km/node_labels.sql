-- The label of each node, as a release names items.
-- in:  nodes (node, label)
-- out: item, label
SELECT n.node AS item, n.label
FROM nodes AS n
