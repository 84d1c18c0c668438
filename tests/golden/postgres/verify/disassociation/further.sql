SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM "above" AS a
JOIN "step" AS s
  ON s.cluster_id = a.upper_id
