-- Records with every node of the taxonomy over their items.
-- in:  rows (record_id, item), ancestors (item, node), the item itself among them
-- out: record_id, item (a node)
SELECT DISTINCT r.record_id, a.node AS item
FROM rows AS r
JOIN ancestors AS a ON a.item = r.item
