-- The rows of shared chunks whose items are nowhere further down.
-- in:  shared_rows (record_id, cluster_id, item), repeated (cluster_id, item)
-- out: record_id, cluster_id, item
SELECT r.record_id, r.cluster_id, r.item
FROM shared_rows AS r
ANTI JOIN repeated AS x ON x.cluster_id = r.cluster_id AND x.item = r.item
