SELECT
  r.cluster_id,
  h.chunk,
  r.record_id,
  r.item
FROM "cluster_rows" AS r
JOIN "chunks" AS h
  ON h.cluster_id = r.cluster_id AND h.item = r.item
