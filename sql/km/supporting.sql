-- Which record supports which of the nodes asked for: holds an item at or under it?
-- in:  transactions (record_id, item), ancestors (item, node), asked (node)
-- out: record_id, item (a node)
SELECT DISTINCT t.record_id, a.node AS item
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item
JOIN asked AS q ON q.node = a.node
