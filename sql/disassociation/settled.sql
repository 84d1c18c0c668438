-- Which records are in a group that is not split any further?
-- in:  placed (record_id, group_id, size)
-- out: record_id, cluster_id
SELECT p.record_id, p.group_id AS cluster_id
FROM placed AS p
WHERE p.size < $cluster_size
