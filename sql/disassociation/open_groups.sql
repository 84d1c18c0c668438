-- Which new groups are still too large for a cluster?
-- in:  placed (record_id, group_id)
-- out: group_id
SELECT p.group_id
FROM placed AS p
GROUP BY p.group_id
HAVING count(*) >= $cluster_size
