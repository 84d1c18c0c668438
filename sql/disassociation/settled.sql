-- Which kinds of records are in a group that is not split any further?
-- in:  placed (kind_id, group_id, size)
-- out: kind_id, group_id, size (negative: nothing can split it, however large it is)
SELECT p.kind_id, p.group_id, p.size
FROM placed AS p
WHERE p.size < $cluster_size
