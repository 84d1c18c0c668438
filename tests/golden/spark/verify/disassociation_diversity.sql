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

-- name: ledger_sizes
WITH places AS (
  SELECT
    l.record_id,
    c.cluster_id
  FROM `ledger` AS l
  LEFT JOIN `clusters` AS c
    ON c.kind = 'simple' AND CAST(c.cluster_id AS STRING) = l.label
  WHERE
    l.action = 'released'
)
SELECT
  (
    SELECT
      COUNT(*)
    FROM (
      SELECT
        p.record_id
      FROM places AS p
      GROUP BY
        p.record_id
      HAVING
        COUNT(p.cluster_id) <> 1
    ) AS f
  ) + (
    SELECT
      COUNT(*)
    FROM `clusters` AS c
    LEFT JOIN (
      SELECT
        p.cluster_id,
        COUNT(*) AS records
      FROM places AS p
      GROUP BY
        p.cluster_id
    ) AS n
      ON n.cluster_id = c.cluster_id
    WHERE
      c.kind = 'simple' AND COALESCE(n.records, 0) <> c.size
  ) + (
    SELECT
      COUNT(*)
    FROM `holders` AS h
    LEFT JOIN places AS p
      ON p.record_id = h.record_id AND p.cluster_id = h.cluster_id
    WHERE
      p.record_id IS NULL
  ) AS faults

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
