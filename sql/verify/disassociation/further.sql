-- Which clusters lie as far above those that were found as they lie above their own?
-- in:  above (cluster_id, upper_id), step (cluster_id, upper_id)
-- out: cluster_id, upper_id
SELECT DISTINCT a.cluster_id, s.upper_id
FROM above AS a
JOIN step AS s ON s.cluster_id = a.upper_id
