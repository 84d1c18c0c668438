-- The items that somebody wants hidden.
-- in:  hidden (item)
-- out: item
SELECT h.item
FROM hidden AS h
ORDER BY h.item
