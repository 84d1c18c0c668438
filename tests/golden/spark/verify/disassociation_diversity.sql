-- name: ledger_holders
SELECT
  l.record_id,
  c.cluster_id,
  l.item
FROM `ledger` AS l
SEMI JOIN `sensitive` AS s
  ON s.label = l.item
JOIN `clusters` AS c
  ON c.kind = 'simple'
  AND CONCAT('cluster ', COALESCE(CAST(c.cluster_id AS STRING), '')) = l.cause
WHERE
  l.action = 'term chunk'

-- name: full_clusters
SELECT
  COUNT(*) AS faults
FROM (
  SELECT
    CAST(h.record_id AS STRING) AS one
  FROM `holders` AS h
  GROUP BY
    h.record_id
  HAVING
    MIN(h.cluster_id) <> MAX(h.cluster_id)
  UNION ALL
  SELECT
    CAST(c.cluster_id AS STRING) AS one
  FROM `clusters` AS c
  JOIN (
    SELECT
      o.cluster_id,
      COUNT(DISTINCT o.record_id) AS records
    FROM `holders` AS o
    GROUP BY
      o.cluster_id
  ) AS n
    ON n.cluster_id = c.cluster_id
  WHERE
    n.records > c.size
) AS f
