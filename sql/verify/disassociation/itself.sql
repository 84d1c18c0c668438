-- Each cluster, as the first that is at or above itself.
-- in:  clusters (cluster_id)
-- out: cluster_id, upper_id
SELECT c.cluster_id, c.cluster_id AS upper_id
FROM clusters AS c
WHERE c.cluster_id IS NOT NULL
