SELECT
  t.cluster_id AS record_id,
  t.item
FROM "terms" AS t
