-- Which items go to the term chunk of their cluster?
-- in:  cluster_rows (record_id, cluster_id, item), chunks (cluster_id, item)
-- out: cluster_id, item, support (in the cluster)
SELECT r.cluster_id, r.item, count(*) AS support
FROM cluster_rows AS r
ANTI JOIN chunks AS h ON h.cluster_id = r.cluster_id AND h.item = r.item
GROUP BY r.cluster_id, r.item
