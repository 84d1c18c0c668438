-- Do the clusters go round in a circle? Then some of them lie further up than there are clusters.
-- in:  step (cluster_id, upper_id), so many steps up
-- out: faults (0 or 1)
SELECT CASE WHEN count(*) > 0 THEN 1 ELSE 0 END AS faults
FROM step AS s
