SELECT
  r.cluster_id,
  r.item,
  CAST(-r.item AS BIGINT) AS chunk,
  COUNT(*) AS support
FROM `shared_rows` AS r
JOIN `repeated` AS x
  ON x.cluster_id = r.cluster_id AND x.item = r.item
GROUP BY
  r.cluster_id,
  r.item
