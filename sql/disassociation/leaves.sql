-- The simple clusters, each at the top of its own tree to start with.
-- in:  clusters (record_id, cluster_id)
-- out: top_id, leaf_id, size (records)
SELECT c.cluster_id AS top_id, c.cluster_id AS leaf_id, count(*) AS size
FROM clusters AS c
GROUP BY c.cluster_id
