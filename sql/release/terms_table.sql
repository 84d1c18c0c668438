-- The term chunks of a release as they are written into a table, labels in order.
-- in:  terms (cluster_id, item)
-- out: cluster_id, item
SELECT t.cluster_id, t.item
FROM terms AS t
ORDER BY t.cluster_id, t.item
