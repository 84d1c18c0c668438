-- The subrecords of the chunks that may have covered items.
-- in:  chunk_rows (cluster_id, chunk, record_id, item), exposed_chunks (cluster_id, chunk)
-- out: cluster_id, chunk, record_id, item
SELECT r.cluster_id, r.chunk, r.record_id, r.item
FROM chunk_rows AS r
JOIN exposed_chunks AS x ON x.cluster_id = r.cluster_id AND x.chunk = r.chunk
