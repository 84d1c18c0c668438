-- One step further up from each cluster.
-- in:  step (cluster_id, upper_id), clusters (cluster_id, parent_id)
-- out: cluster_id, upper_id
SELECT s.cluster_id, c.parent_id AS upper_id
FROM step AS s
JOIN clusters AS c ON c.cluster_id = s.upper_id
WHERE c.parent_id IS NOT NULL
