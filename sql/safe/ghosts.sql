-- The ghosts: subrecords of no record (their numbers are negative) with the items that were suppressed elsewhere.
-- in:  pairs (cluster_id, chunk, item, ghost), chunks (cluster_id, item)
-- out: record_id, cluster_id, item
SELECT cast(-q.ghost AS integer) AS record_id, q.cluster_id, q.item
FROM pairs AS q
JOIN chunks AS c ON c.cluster_id = q.cluster_id AND c.item = q.item
