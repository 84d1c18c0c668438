SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.cluster_id, c.support DESC, c.item) AS BIGINT) AS node_id,
  c.cluster_id,
  c.item,
  c.support
FROM "cluster_supports" AS c
ANTI JOIN "sensitive" AS s
  ON s.item = c.item
WHERE
  c.support >= 11
