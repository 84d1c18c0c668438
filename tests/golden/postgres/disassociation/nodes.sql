SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.cluster_id, c.support DESC NULLS LAST, c.item) AS BIGINT) AS node_id,
  c.cluster_id,
  c.item,
  c.support
FROM "cluster_supports" AS c
WHERE
  c.support >= 11
  AND NOT EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.item = c.item
  )
