-- Which record supports which node of the taxonomy: its items and every label over them?
-- in:  transactions (record_id, item), ancestors (item, node), the item itself among them
-- out: record_id, item (a node)
-- Liu and Wang, section 4.1
SELECT DISTINCT t.record_id, a.node AS item
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item
