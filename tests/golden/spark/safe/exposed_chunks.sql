WITH counts AS (
  SELECT
    c.cluster_id,
    COUNT(DISTINCT c.chunk) AS chunks
  FROM `all_chunks` AS c
  GROUP BY
    c.cluster_id
), reach AS (
  SELECT
    p.cluster_id,
    SUM(n.chunks) AS chunks
  FROM (
    SELECT
      o.cluster_id,
      o.cluster_id AS home_id
    FROM counts AS o
    UNION ALL
    SELECT
      j.leaf_id AS cluster_id,
      j.joint_id AS home_id
    FROM `joints` AS j
  ) AS p
  JOIN counts AS n
    ON n.cluster_id = p.home_id
  GROUP BY
    p.cluster_id
)
SELECT
  h.cluster_id,
  h.chunk
FROM `all_chunks` AS h
JOIN reach AS r
  ON r.cluster_id = h.cluster_id
LEFT JOIN (
  SELECT DISTINCT
    j.joint_id
  FROM `joints` AS j
) AS u
  ON u.joint_id = h.cluster_id
WHERE
  r.chunks > 1 OR NOT u.joint_id IS NULL
GROUP BY
  h.cluster_id,
  h.chunk
HAVING
  COUNT(*) > 1
