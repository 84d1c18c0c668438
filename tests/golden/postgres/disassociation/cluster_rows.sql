SELECT
  t.record_id,
  c.cluster_id,
  t.item
FROM "transactions" AS t
JOIN "clusters" AS c
  ON c.record_id = t.record_id
