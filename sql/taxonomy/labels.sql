-- What the items are called.
-- in:  items
-- out: item, label
SELECT item, label FROM items ORDER BY item
