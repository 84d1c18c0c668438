-- The rows of shared chunks whose items are nowhere further down.
-- in:  shared_rows (record_id, cluster_id, item), repeated (cluster_id, item)
-- out: record_id, cluster_id, item, place (of the record in its cluster, from 0)
SELECT
  r.record_id,
  r.cluster_id,
  r.item,
  cast(dense_rank() OVER (PARTITION BY r.cluster_id ORDER BY r.record_id) - 1 AS integer) AS place
FROM shared_rows AS r
ANTI JOIN repeated AS x ON x.cluster_id = r.cluster_id AND x.item = r.item
