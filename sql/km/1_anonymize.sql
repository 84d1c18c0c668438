-- What the search of a cut needs of the data: it runs over arrays in Python, nodes of the taxonomy and threats over them.
-- 1. The tree with what the data has of each node, and which nodes k records support; items that are dropped support none.
-- 2. The records that support the nodes in play. 3. The threats among these: pairs with a new node (the next step), or all
-- sizes (sql/counting).
-- Reads transactions, nodes, ancestors, items. Liu and Wang, sections 3 and 4.
-- phase: generalizing items

-- name: node_supports
-- Which of these labels do k records or more support?
-- in:  doubtful (node), ancestors (item, node), transactions (record_id, item)
-- out: node
SELECT a.node
FROM doubtful AS d
JOIN ancestors AS a ON a.node = d.node
JOIN transactions AS t ON t.item = a.item
GROUP BY a.node
HAVING count(DISTINCT t.record_id) >= $k

-- name: supporting
-- Which record supports which of the nodes asked for: holds an item at or under it?
-- in:  transactions (record_id, item), ancestors (item, node), asked (node, number)
-- out: record_id, item (the number of a node)
SELECT DISTINCT t.record_id, cast(q.number AS integer) AS item
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item
JOIN asked AS q ON q.node = a.node

-- name: supporting_items
-- The same where each node that is asked for is an item: no record supports it twice.
-- in:  transactions (record_id, item), ancestors (item, node), asked (node, number)
-- out: record_id, item (the number of a node)
SELECT t.record_id, cast(q.number AS integer) AS item
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item
JOIN asked AS q ON q.node = a.node

-- name: threat_rows
-- The items of each threat of one size, threat after threat.
-- in:  threat_items (threat_id, position, item)
-- out: item
SELECT i.item
FROM threat_items AS i
ORDER BY i.threat_id, i.position
