SELECT
  c.code AS cluster_id,
  h.code AS chunk_id,
  s.code AS subrecord_id,
  l.label AS item
FROM "chunk_rows" AS r
JOIN "subrecord_codes" AS s
  ON s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.chunk = r.chunk
JOIN "chunk_codes" AS h
  ON h.cluster_id = r.cluster_id AND h.chunk = r.chunk
JOIN "cluster_codes" AS c
  ON c.cluster_id = r.cluster_id
JOIN "labels" AS l
  ON l.item = r.item
