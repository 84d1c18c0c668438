-- The clusters of a release as lines to take a fingerprint of.
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: record_id, item
SELECT c.cluster_id AS record_id, concat(c.kind, ' ', cast(c.size AS text), ' ', cast(coalesce(c.parent_id, 0) AS text)) AS item
FROM clusters AS c
