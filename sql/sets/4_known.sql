-- Some items only may be known: which labels matter then.
-- 1. The nodes that are known items or stand over one: a set with another node is no threat. 2. Which labels of a release
-- are such nodes.
-- Loukides, Gkoulalas-Divanis, Malin (COAT), privacy constraints.
-- phase: finding what may be known

-- name: nodes
-- Which nodes are known items, or stand over one?
-- in:  ancestors (item, node), known (item)
-- out: node
SELECT DISTINCT a.node FROM ancestors AS a SEMI JOIN known AS k ON k.item = a.item ORDER BY a.node

-- name: labels
-- Which labels of a release stand for a known item?
-- in:  published (record_id, item), labels (item, label), nodes (node)
-- out: label
SELECT l.label
FROM labels AS l
SEMI JOIN nodes AS n ON n.node = l.item
SEMI JOIN published AS p ON p.item = l.item
ORDER BY l.label
