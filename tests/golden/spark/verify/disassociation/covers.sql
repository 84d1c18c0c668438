SELECT
  h.cluster_id,
  h.chunk_id,
  c.kind,
  CASE WHEN h.items > 1 AND h.least = h.full THEN 1 ELSE 0 END AS covered,
  COUNT(*) OVER (PARTITION BY h.cluster_id) AS own,
  r.chunks AS reach
FROM `chunk_sizes` AS h
JOIN `clusters` AS c
  ON c.cluster_id = h.cluster_id
JOIN (
  SELECT
    a.cluster_id,
    COUNT(*) AS chunks
  FROM `above` AS a
  JOIN `chunk_sizes` AS u
    ON u.cluster_id = a.upper_id
  GROUP BY
    a.cluster_id
) AS r
  ON r.cluster_id = h.cluster_id
