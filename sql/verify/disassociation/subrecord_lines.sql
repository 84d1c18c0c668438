-- The subrecords of a release as lines to take a fingerprint of.
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: record_id, item
SELECT
  concat(cast(s.cluster_id AS text), ' ', cast(s.chunk_id AS text), ' ', cast(s.subrecord_id AS text)) AS record_id,
  s.item
FROM subrecords AS s
