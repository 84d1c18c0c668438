-- The items that are not sensitive.
-- in:  items (item, label, support), hidden (item)
-- out: item, label, support
SELECT i.item, i.label, i.support
FROM items AS i
ANTI JOIN hidden AS h ON h.item = i.item
