-- The sensitive items of the data and how many records hold them, the most frequent first.
-- in:  items (item, label, support), hidden (item)
-- out: item, label, support
SELECT i.item, i.label, i.support
FROM items AS i
SEMI JOIN hidden AS h ON h.item = i.item
ORDER BY i.item
