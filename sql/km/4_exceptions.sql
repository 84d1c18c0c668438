-- Items that stand beside the labels over them: such a label is over the rest of its items alone, and is called … (other).
-- 1. The nodes over each item, without those that the item stands beside. 2. The labels as they are released.
-- 3. Which of these items are to blame for a set of labels that too few records hold?
-- Reads transactions, ancestors.
-- phase: looking for items that can stay beside the labels over them

-- name: beside
-- The nodes over each item; an item that stands beside them is under no other.
-- in:  ancestors (item, node, distance), apart (item)
-- out: item, node, distance
SELECT a.item, a.node, a.distance
FROM ancestors AS a
LEFT JOIN apart AS x ON x.item = a.item
WHERE a.node = a.item OR x.item IS NULL

-- name: labels
-- What is each node called in the release?
-- in:  nodes (node, label), renamed (node, label)
-- out: item (the node), label
SELECT n.node AS item, coalesce(r.label, n.label) AS label
FROM nodes AS n
LEFT JOIN renamed AS r ON r.node = n.node

-- name: whole
-- Which records support each node of a set, its items that stand beside it counted in?
-- in:  supported (record_id, item: a node), threats (threat_id, node, n_nodes)
-- out: threat_id, record_id
SELECT t.threat_id, s.record_id
FROM threats AS t
JOIN supported AS s ON s.item = t.node
GROUP BY t.threat_id, s.record_id, t.n_nodes
HAVING count(*) = t.n_nodes

-- name: without
-- Which of these records do not support a node of the set any more, since all of its items that they hold stand beside it?
-- in:  whole (threat_id, record_id), threats (threat_id, node), apart (item, node), ancestors (item, node),
--      transactions (record_id, item)
-- out: threat_id, record_id, node, n_items (of the node that the record holds)
SELECT w.threat_id, w.record_id, t.node, count(*) AS n_items
FROM whole AS w
JOIN threats AS t ON t.threat_id = w.threat_id
JOIN (SELECT y.node FROM apart AS y GROUP BY y.node) AS labels ON labels.node = t.node
JOIN ancestors AS a ON a.node = t.node
JOIN transactions AS r ON r.record_id = w.record_id AND r.item = a.item
LEFT JOIN apart AS x ON x.node = t.node AND x.item = a.item
GROUP BY w.threat_id, w.record_id, t.node
HAVING count(*) = count(x.item)

-- name: blamed
-- Which items do it, and in how many records by themselves?
-- in:  without (threat_id, record_id, node, n_items), apart (item, node), transactions (record_id, item)
-- out: threat_id, item, n_alone
SELECT w.threat_id, x.item, count(DISTINCT CASE WHEN w.n_items = 1 THEN w.record_id END) AS n_alone
FROM without AS w
JOIN apart AS x ON x.node = w.node
JOIN transactions AS t ON t.record_id = w.record_id AND t.item = x.item
GROUP BY w.threat_id, x.item

-- name: supports
-- How many records support all nodes of each set?
-- in:  whole (threat_id, record_id)
-- out: threat_id, support
SELECT threat_id, count(*) AS support FROM whole GROUP BY threat_id
