-- Which clusters are under the new joint clusters?
-- in:  trees (top_id, leaf_id), candidates (window_id, top_id), joined (window_id, joint_id)
-- out: joint_id, child_id, leaf_id
SELECT j.joint_id, t.top_id AS child_id, t.leaf_id
FROM trees AS t
JOIN (SELECT DISTINCT c.window_id, c.top_id FROM candidates AS c) AS p ON p.top_id = t.top_id
JOIN joined AS j ON j.window_id = p.window_id
