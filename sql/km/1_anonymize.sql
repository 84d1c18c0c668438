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

-- name: in_order
-- Where in the order of the tree is the item before each item of a record? -1: there is none.
-- in:  transactions (record_id, item), places (item, place)
-- out: record_id, item, place_before
SELECT
  t.record_id,
  t.item,
  cast(coalesce(lag(p.place) OVER (PARTITION BY t.record_id ORDER BY p.place), -1) AS integer) AS place_before
FROM transactions AS t
JOIN places AS p ON p.item = t.item

-- name: supporting_in_order
-- Which record supports which of the nodes asked for? It does by its first item at or under it.
-- in:  ordered (record_id, item, place_before), ancestors (item, node), asked (node, number, start: its first place)
-- out: record_id, item (the number of a node)
SELECT t.record_id, cast(q.number AS integer) AS item
FROM ordered AS t
JOIN ancestors AS a ON a.item = t.item
JOIN asked AS q ON q.node = a.node
WHERE t.place_before < q.start

-- name: threat_rows
-- The items of each threat of one size, threat after threat.
-- in:  threat_items (threat_id, position, item)
-- out: item
SELECT i.item
FROM threat_items AS i
ORDER BY i.threat_id, i.position
