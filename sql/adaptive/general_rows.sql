-- How many occurrences are of items that can be generalized?
-- in:  transactions (item), ancestors (item, distance)
-- out: n
SELECT count(*) AS n
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item AND a.distance = 0
