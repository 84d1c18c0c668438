-- Under which top cluster is each simple cluster now?
-- in:  trees (top_id, leaf_id, size, place), new_joints (joint_id, leaf_id)
-- out: top_id, leaf_id, size, place
SELECT coalesce(j.joint_id, t.top_id) AS top_id, t.leaf_id, t.size, t.place
FROM trees AS t
LEFT JOIN new_joints AS j ON j.leaf_id = t.leaf_id
