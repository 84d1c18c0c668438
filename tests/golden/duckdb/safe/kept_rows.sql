SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM "rows" AS r
ANTI JOIN "suppressed" AS s
  ON s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.item = r.item
