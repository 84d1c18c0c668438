-- Items that are further down, too, each in a shared chunk of its own: that is k-anonymous.
-- in:  shared_rows (record_id, cluster_id, item), repeated (cluster_id, item)
-- out: cluster_id, item, chunk, support
SELECT r.cluster_id, r.item, cast(-r.item AS bigint) AS chunk, count(*) AS support
FROM shared_rows AS r
JOIN repeated AS x ON x.cluster_id = r.cluster_id AND x.item = r.item
GROUP BY r.cluster_id, r.item
