SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "cluster_rows" AS r
ANTI JOIN "terms" AS t
  ON t.cluster_id = r.cluster_id
