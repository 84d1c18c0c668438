-- How many itemsets of $size items are among those found?
-- in:  found (size)
-- out: n
SELECT count(*) AS n
FROM found AS f
WHERE f.size = $size
