-- Which record holds which item of which record or shared chunk?
-- in:  cluster_rows (record_id, cluster_id, item), chunks (cluster_id, item, chunk)
-- out: cluster_id, chunk, record_id, item
SELECT r.cluster_id, h.chunk, r.record_id, r.item
FROM cluster_rows AS r
JOIN chunks AS h ON h.cluster_id = r.cluster_id AND h.item = r.item
