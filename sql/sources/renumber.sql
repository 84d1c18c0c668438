-- Rows with the new numbers of their items, in order.
-- in:  coded, items
-- out: record_id, item
SELECT coded.record_id AS record_id, items.item AS item
FROM coded
JOIN items ON items.old_item = coded.item
ORDER BY record_id, item
