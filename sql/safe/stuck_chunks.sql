-- Which chunks with a covered item cannot be suppressed in part? Free is one that other items than covered ones may leave
-- instead: there is no room for ghosts, and k subrecords could keep two items.
-- in:  covered_chunks (cluster_id, chunk, items, subrecords, whole, size, room, feasible)
-- out: cluster_id, chunk, items, subrecords, whole, size, room, free (0 or 1)
SELECT
  c.cluster_id, c.chunk, c.items, c.subrecords, c.whole, c.size, c.room,
  CASE WHEN c.room = 0 AND c.whole > $k AND c.whole < c.subrecords THEN 1 ELSE 0 END AS free
FROM covered_chunks AS c
WHERE c.feasible = 0
