SELECT
  p.record_id,
  q.cluster_id,
  q.item
FROM `pairs` AS q
JOIN `picked` AS p
  ON p.cluster_id = q.cluster_id AND p.chunk = q.chunk AND p.place = q.pair
