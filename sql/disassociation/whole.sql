-- A group that no item splits, kept whole (the paper's algorithm does not cut it).
-- in:  remainders (record_id, group_id), remainder_groups (group_id, split, part_id)
-- out: record_id, cluster_id
SELECT r.record_id, g.part_id AS cluster_id
FROM remainders AS r
JOIN remainder_groups AS g ON g.group_id = r.group_id AND g.split = 0
