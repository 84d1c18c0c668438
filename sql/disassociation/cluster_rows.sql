-- Which record of which cluster holds which item?
-- in:  transactions (record_id, item), clusters (record_id, cluster_id)
-- out: record_id, cluster_id, item
SELECT t.record_id, c.cluster_id, t.item
FROM transactions AS t
JOIN clusters AS c ON c.record_id = t.record_id
