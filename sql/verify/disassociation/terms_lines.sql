-- The term chunks of a release as lines of two columns, for a fingerprint.
-- in:  release (cluster_id, item)
-- out: record_id, item
SELECT r.cluster_id AS record_id, r.item
FROM release AS r
