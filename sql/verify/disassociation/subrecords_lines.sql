-- The subrecords of a release as lines of two columns, for a fingerprint.
-- in:  release (cluster_id, chunk_id, subrecord_id, item)
-- out: record_id, item
SELECT r.subrecord_id AS record_id,
  concat(cast(r.cluster_id AS varchar), '/', cast(r.chunk_id AS varchar), '/', r.item) AS item
FROM release AS r
