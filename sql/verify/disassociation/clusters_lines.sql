-- The clusters of a release as lines of two columns, for a fingerprint.
-- in:  release (cluster_id, parent_id, kind, size)
-- out: record_id, item
SELECT r.cluster_id AS record_id,
  concat(coalesce(cast(r.parent_id AS varchar), '-'), '/', r.kind, '/', cast(r.size AS varchar)) AS item
FROM release AS r
