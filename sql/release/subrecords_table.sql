-- The subrecords of a release as they are written into a table, in the order of their random numbers, labels in order.
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: cluster_id, chunk_id, subrecord_id, item
SELECT s.cluster_id, s.chunk_id, s.subrecord_id, s.item
FROM subrecords AS s
ORDER BY s.cluster_id, s.chunk_id, s.subrecord_id, s.item
