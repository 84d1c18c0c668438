-- Which items of shared chunks are in a record or shared chunk further down, too? Their chunk must be k-anonymous.
-- in:  all_moves (joint_id, leaf_id, item), all_joints (joint_id, leaf_id), chunks (cluster_id, item)
-- out: cluster_id (the joint one), item
-- Terrovitis et al., Property 1
SELECT s.joint_id AS cluster_id, s.item
FROM (SELECT DISTINCT v.joint_id, v.item FROM all_moves AS v) AS s
JOIN all_joints AS u ON u.joint_id = s.joint_id
JOIN chunks AS h ON h.cluster_id = u.leaf_id AND h.item = s.item
UNION
SELECT s.joint_id AS cluster_id, s.item
FROM (SELECT DISTINCT v.joint_id, v.item FROM all_moves AS v) AS s
JOIN all_joints AS u ON u.joint_id = s.joint_id
JOIN all_moves AS w ON w.leaf_id = u.leaf_id AND w.item = s.item AND w.joint_id <> s.joint_id
