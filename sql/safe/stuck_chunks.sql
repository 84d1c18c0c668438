-- Which chunks with a covered item cannot be suppressed in part?
-- in:  covered_chunks (cluster_id, chunk, items, subrecords, whole, size, room, feasible)
-- out: cluster_id, chunk, items, subrecords, whole, size, room
SELECT c.cluster_id, c.chunk, c.items, c.subrecords, c.whole, c.size, c.room
FROM covered_chunks AS c
WHERE c.feasible = 0
