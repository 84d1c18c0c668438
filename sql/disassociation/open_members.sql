-- How many records are in groups that are still too large for a cluster?
-- in:  members (record_id, size)
-- out: n
SELECT count(*) AS n
FROM members AS m
WHERE m.size >= $cluster_size
