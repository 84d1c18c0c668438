-- Which cells lie in which other ones? A cell lies in a wider one where each label of the wider one holds for it, too. One
-- label after the other, along the nodes that sets share: as many steps as the largest set has labels.
-- phase: comparing cells

-- name: held
-- Which labels hold for a cell?
-- in:  set_labels (node, label), above (label, upper)
-- out: holder (its node), label
SELECT DISTINCT s.node AS holder, a.upper AS label
FROM set_labels AS s
JOIN above AS a ON a.label = s.label

-- name: start
-- Each one begins at the empty set.
-- in:  cells (node)
-- out: holder, node (0)
SELECT node AS holder, CAST(0 AS INTEGER) AS node FROM cells

-- name: step
-- Which nodes are reached with one label more?
-- in:  reached (holder, node), held (holder, label), nodes (node, parent, label)
-- out: holder, node
SELECT r.holder, c.node
FROM reached AS r
JOIN held AS h ON h.holder = r.holder
JOIN nodes AS c ON c.parent = r.node AND c.label = h.label

-- name: cells_among
-- Which of these nodes are cells?
-- in:  reached (holder, node), cells (node)
-- out: holder, node
SELECT r.holder, r.node
FROM reached AS r
SEMI JOIN cells AS c ON c.node = r.node

-- name: subsets_without_tree
-- Where no label stands over another, all cells around one are of its labels: how many items and groups less are they of?
-- in:  pairs (holder, node), sizes (node, items, groups)
-- out: node, part (the smaller set), items (less), groups (less)
SELECT p.holder AS node, p.node AS part, w.items - n.items AS items, w.groups - n.groups AS groups
FROM pairs AS p
JOIN sizes AS w ON w.node = p.holder
JOIN sizes AS n ON n.node = p.node

-- name: subsets
-- Of which cells are all labels those of the other one, and how many items and groups less are they of?
-- in:  pairs (holder, node), set_labels (node, label), sizes (node, items, groups)
-- out: node, part (the smaller set), items (less), groups (less)
SELECT p.holder AS node, p.node AS part, w.items - n.items AS items, w.groups - n.groups AS groups
FROM pairs AS p
JOIN sizes AS w ON w.node = p.holder
JOIN sizes AS n ON n.node = p.node
LEFT JOIN set_labels AS l ON l.node = p.node
LEFT JOIN set_labels AS o ON o.node = p.holder AND o.label = l.label
GROUP BY p.holder, p.node, w.items, w.groups, n.items, n.groups
HAVING count(o.label) = n.items + n.groups
