SELECT
  t.record_id,
  c.cluster_id,
  t.item,
  c.place
FROM "transactions" AS t
JOIN (
  SELECT
    r.record_id,
    r.cluster_id,
    CAST(ROW_NUMBER() OVER (PARTITION BY r.cluster_id ORDER BY r.record_id) - 1 AS INT) AS place
  FROM "clusters" AS r
) AS c
  ON c.record_id = t.record_id
