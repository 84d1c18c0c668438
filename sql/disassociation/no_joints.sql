-- An empty table of joint clusters.
-- in:  trees (top_id, leaf_id)
-- out: joint_id, child_id, leaf_id
SELECT t.top_id AS joint_id, t.top_id AS child_id, t.leaf_id
FROM trees AS t
WHERE 1 = 0
