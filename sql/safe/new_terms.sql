-- Which items become terms of which simple clusters?
-- in:  chunk_rows (cluster_id, record_id, item), moves (cluster_id, item, fate), clusters (record_id, cluster_id)
-- out: cluster_id, item, support (in the simple cluster)
SELECT c.cluster_id, r.item, count(*) AS support
FROM chunk_rows AS r
JOIN moves AS m ON m.cluster_id = r.cluster_id AND m.item = r.item AND m.fate = 'term'
JOIN clusters AS c ON c.record_id = r.record_id
GROUP BY c.cluster_id, r.item
