-- Which records are in a group that is not split any further?
-- in:  placed (record_id, group_id, size)
-- out: record_id, cluster_id, size (negative: nothing can split it, however large it is)
SELECT p.record_id, p.group_id AS cluster_id, p.size
FROM placed AS p
WHERE p.size < $cluster_size
