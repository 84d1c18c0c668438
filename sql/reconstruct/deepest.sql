-- How deep is the deepest joint cluster?
-- in:  joint_depths (depth)
-- out: depth
SELECT max(d.depth) AS depth
FROM joint_depths AS d
