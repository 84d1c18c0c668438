-- The subrecords of a release that is tables.
-- in:  released (cluster_id, chunk_id, subrecord_id, item)
-- out: cluster_id, chunk_id, subrecord_id, item
SELECT
  cast(r.cluster_id AS bigint) AS cluster_id,
  cast(r.chunk_id AS bigint) AS chunk_id,
  cast(r.subrecord_id AS bigint) AS subrecord_id,
  cast(r.item AS text) AS item
FROM released AS r
