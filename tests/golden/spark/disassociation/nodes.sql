SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.cluster_id NULLS LAST, COUNT(*) DESC, c.item NULLS LAST) AS BIGINT) AS node_id,
  c.cluster_id,
  c.item,
  COUNT(*) AS support
FROM `cluster_rows` AS c
ANTI JOIN `sensitive` AS s
  ON s.item = c.item
GROUP BY
  c.cluster_id,
  c.item
HAVING
  COUNT(*) >= 11
