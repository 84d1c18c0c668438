SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "shared_rows" AS r
ANTI JOIN "repeated" AS x
  ON x.cluster_id = r.cluster_id AND x.item = r.item
