SELECT
  r.record_id,
  r.cluster_id,
  r.item
FROM `rows` AS r
ANTI JOIN (
  SELECT
    p.record_id,
    q.cluster_id,
    q.item
  FROM `pairs` AS q
  JOIN `picked` AS p
    ON p.cluster_id = q.cluster_id AND p.chunk = q.chunk AND p.place = q.pair
) AS s
  ON s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.item = r.item
