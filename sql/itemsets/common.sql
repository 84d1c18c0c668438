-- How many itemsets of the first dataset, whose draw is 0, does each dataset have, too?
-- in:  found (draw, itemset)
-- out: draw, common (for draw 0: how many there are)
SELECT o.draw, count(*) AS common
FROM found AS o
JOIN found AS f ON f.itemset = o.itemset AND f.draw = 0
GROUP BY o.draw
