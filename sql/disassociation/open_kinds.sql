-- How many kinds of records are in groups that are still too large for a cluster?
-- in:  placed (size)
-- out: n
SELECT count(*) AS n
FROM placed AS p
WHERE p.size >= $cluster_size
