SELECT
  a.cluster_id,
  ROW_NUMBER() OVER (ORDER BY MD5(CONCAT(11, ':cluster:', CAST(a.cluster_id AS TEXT))), a.cluster_id) AS code,
  a.kind,
  a.size
FROM (
  SELECT
    c.cluster_id,
    'simple' AS kind,
    COUNT(*) AS size
  FROM "clusters" AS c
  GROUP BY
    c.cluster_id
  UNION ALL
  SELECT
    j.joint_id AS cluster_id,
    'joint' AS kind,
    COUNT(*) AS size
  FROM "joints" AS j
  JOIN "clusters" AS c
    ON c.cluster_id = j.leaf_id
  GROUP BY
    j.joint_id
) AS a
