SELECT
  a.cluster_id,
  COUNT(*) AS depth
FROM `above` AS a
JOIN `clusters` AS c
  ON c.cluster_id = a.cluster_id AND c.kind = 'joint'
GROUP BY
  a.cluster_id
