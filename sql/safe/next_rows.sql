-- The subrecords of the chunks that items have left, to be looked at again.
-- in:  open_rows (cluster_id, chunk, record_id, item), stuck_chunks (cluster_id, chunk), leaving (cluster_id, item)
-- out: cluster_id, chunk, record_id, item
SELECT o.cluster_id, o.chunk, o.record_id, o.item
FROM open_rows AS o
JOIN stuck_chunks AS t ON t.cluster_id = o.cluster_id AND t.chunk = o.chunk
ANTI JOIN leaving AS l ON l.cluster_id = o.cluster_id AND l.item = o.item
