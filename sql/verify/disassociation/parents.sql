-- One step up from each cluster.
-- in:  clusters (cluster_id, parent_id)
-- out: cluster_id, upper_id
SELECT DISTINCT c.cluster_id, c.parent_id AS upper_id
FROM clusters AS c
WHERE c.cluster_id IS NOT NULL AND c.parent_id IS NOT NULL
