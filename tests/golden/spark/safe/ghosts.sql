SELECT
  CAST(-q.ghost AS INT) AS record_id,
  q.cluster_id,
  q.item
FROM `pairs` AS q
JOIN `chunks` AS c
  ON c.cluster_id = q.cluster_id AND c.item = q.item
