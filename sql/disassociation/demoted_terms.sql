-- Items that had to leave the record chunks, as terms.
-- in:  demoted (cluster_id, item, support)
-- out: cluster_id, item, support
SELECT d.cluster_id, d.item, d.support
FROM demoted AS d
