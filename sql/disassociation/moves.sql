-- Which terms move from their cluster to a new joint cluster?
-- in:  candidates (window_id, leaf_id, item), joined (window_id, joint_id)
-- out: joint_id, leaf_id, item
SELECT j.joint_id, c.leaf_id, c.item
FROM candidates AS c
JOIN joined AS j ON j.window_id = c.window_id
