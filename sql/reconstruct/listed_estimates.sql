-- Estimates of supports, to be printed.
-- in:  estimates (itemset_id, items, size, certain, expected)
-- out: itemset_id, items, size, certain, expected
SELECT e.itemset_id, e.items, e.size, e.certain, e.expected
FROM estimates AS e
ORDER BY e.itemset_id
