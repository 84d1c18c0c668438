SELECT
  r.cluster_id,
  r.item,
  COUNT(*) AS support
FROM "cluster_rows" AS r
ANTI JOIN "chunks" AS h
  ON h.cluster_id = r.cluster_id AND h.item = r.item
GROUP BY
  r.cluster_id,
  r.item
