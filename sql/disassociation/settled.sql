-- Which records are in a group that is a cluster?
-- in:  placed (record_id, group_id), open_groups (group_id)
-- out: record_id, cluster_id
SELECT p.record_id, p.group_id AS cluster_id
FROM placed AS p
ANTI JOIN open_groups AS o ON o.group_id = p.group_id
