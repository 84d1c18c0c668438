-- Which record holds which item of the shared chunks of which joint cluster?
-- in:  cluster_rows (record_id, cluster_id, item), all_moves (joint_id, leaf_id, item)
-- out: record_id, cluster_id (the joint one), item
SELECT r.record_id, v.joint_id AS cluster_id, r.item
FROM cluster_rows AS r
JOIN all_moves AS v ON v.leaf_id = r.cluster_id AND v.item = r.item
