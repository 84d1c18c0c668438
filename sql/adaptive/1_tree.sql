-- The tree over the items that are not sensitive; sensitive items stand beside it, each a node by itself.
-- 1. The items that the taxonomy has to cover, and the nodes of the others. 2. One step down from each node towards each of
--    its items. 3. The leaves under each node, from which prices are made: what an occurrence costs as this node.
-- Reads items, sensitive and the nodes and ancestors of the taxonomy; makes steps (item, node, child) and the priced nodes.
-- Chen, Zhong, Wang and Li (LGPS), section 3.2, formula (4).
-- phase: reading the taxonomy over the items

-- name: steps
-- One step down the tree: from each node over an item to the next one towards the item.
-- in:  ancestors (item, node, distance)
-- out: item, node, child
SELECT a.item, b.node, a.node AS child
FROM ancestors AS a
JOIN ancestors AS b ON b.item = a.item AND b.distance = a.distance + 1

-- name: node_leaves
-- How many leaves does each node stand for?
-- in:  nodes (node, parent, leaves)
-- out: node, parent (0: none), leaves
SELECT cast(n.node AS bigint) AS node, cast(coalesce(n.parent, 0) AS bigint) AS parent, cast(n.leaves AS bigint) AS leaves
FROM nodes AS n
ORDER BY n.node
