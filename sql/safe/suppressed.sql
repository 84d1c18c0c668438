-- What is suppressed: each pair in the subrecord that was picked for it.
-- in:  pairs (cluster_id, chunk, item, pair), picked (cluster_id, chunk, record_id, place)
-- out: record_id, cluster_id, item
-- Awad et al., section 4.1, rule 3a
SELECT p.record_id, q.cluster_id, q.item
FROM pairs AS q
JOIN picked AS p ON p.cluster_id = q.cluster_id AND p.chunk = q.chunk AND p.place = q.pair
