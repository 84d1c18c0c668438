-- The $most most frequent itemsets; of equals the smaller ones first.
-- in:  found (itemset, size, support)
-- out: itemset, size, support
SELECT f.itemset, f.size, f.support
FROM found AS f
ORDER BY f.support DESC, f.size, f.itemset
LIMIT $most
