-- Which of the chunks that cannot be suppressed in part has no single item to leave that helps?
-- in:  stuck_chunks (cluster_id, chunk, items, whole, room), leaving (cluster_id, chunk)
-- out: cluster_id, chunk, items, whole, room
SELECT t.cluster_id, t.chunk, t.items, t.whole, t.room
FROM stuck_chunks AS t
ANTI JOIN leaving AS l ON l.cluster_id = t.cluster_id AND l.chunk = t.chunk
