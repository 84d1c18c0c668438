-- The chunks with a covered item whose records draw on another chunk, too: shared chunks, and record chunks with another
-- chunk beside or above them.
-- in:  covers (cluster_id, chunk_id, kind, covered, reach)
-- out: cluster_id, chunk_id, kind
SELECT c.cluster_id, c.chunk_id, c.kind
FROM covers AS c
WHERE c.covered = 1 AND (c.kind = 'joint' OR c.reach > 1)
