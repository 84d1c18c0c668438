SELECT
  c.cluster_id,
  r.item,
  COUNT(*) AS support
FROM "chunk_rows" AS r
JOIN "moves" AS m
  ON m.cluster_id = r.cluster_id AND m.item = r.item AND m.fate = 'term'
JOIN "clusters" AS c
  ON c.record_id = r.record_id
GROUP BY
  c.cluster_id,
  r.item
