-- Which labels may stand for an item? Without a taxonomy only its own.
-- in:  items (item)
-- out: item, node
SELECT item, item AS node FROM items
