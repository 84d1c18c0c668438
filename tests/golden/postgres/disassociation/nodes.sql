SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.cluster_id, COUNT(*) DESC NULLS LAST, c.item) AS BIGINT) AS node_id,
  c.cluster_id,
  c.item,
  COUNT(*) AS support
FROM "cluster_rows" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.item = c.item
  )
GROUP BY
  c.cluster_id,
  c.item
HAVING
  COUNT(*) >= 11
