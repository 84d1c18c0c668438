-- How many itemsets are there in the first list, and how many of them in the second, too?
-- in:  one (itemset), other (itemset)
-- out: n, common
SELECT count(*) AS n, count(o.itemset) AS common
FROM one AS f
LEFT JOIN other AS o ON o.itemset = f.itemset
