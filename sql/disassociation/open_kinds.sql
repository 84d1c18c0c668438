-- How many kinds of records are in groups that are still too large for a cluster, and how far are groups numbered?
-- in:  placed (group_id, size)
-- out: open_kinds, last_id
SELECT count(CASE WHEN p.size >= $cluster_size THEN 1 END) AS open_kinds, max(p.group_id) AS last_id
FROM placed AS p
