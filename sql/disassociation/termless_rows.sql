-- The rows of the clusters whose term chunk is empty.
-- in:  cluster_rows (record_id, cluster_id, item), terms (cluster_id)
-- out: record_id, cluster_id, item
SELECT r.record_id, r.cluster_id, r.item
FROM cluster_rows AS r
ANTI JOIN (SELECT DISTINCT t.cluster_id FROM terms AS t) AS d ON d.cluster_id = r.cluster_id
