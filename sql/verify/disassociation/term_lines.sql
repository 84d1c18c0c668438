-- The term chunks of a release as lines to take a fingerprint of.
-- in:  terms (cluster_id, item)
-- out: record_id, item
SELECT t.cluster_id AS record_id, t.item
FROM terms AS t
