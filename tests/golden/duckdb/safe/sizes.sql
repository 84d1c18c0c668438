SELECT
  p.home_id AS cluster_id,
  COUNT(*) AS size
FROM "clusters" AS c
JOIN (
  SELECT DISTINCT
    s.cluster_id AS leaf_id,
    s.cluster_id AS home_id
  FROM "clusters" AS s
  UNION ALL
  SELECT
    j.leaf_id,
    j.joint_id AS home_id
  FROM "joints" AS j
) AS p
  ON p.leaf_id = c.cluster_id
GROUP BY
  p.home_id
