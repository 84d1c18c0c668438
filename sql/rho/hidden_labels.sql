-- What are the sensitive items called?
-- in:  hidden (item), items (item, label)
-- out: label
SELECT i.label
FROM hidden AS h
JOIN items AS i ON i.item = h.item
