-- name: nodes
SELECT
  p.node_id,
  p.chunk_id,
  p.item,
  p.support,
  p.position,
  CAST(CASE WHEN p.position < 52 THEN POWER(2, p.position) ELSE 0 END AS DOUBLE PRECISION) AS power
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER (ORDER BY n.chunk_id, n.support, n.item) AS INT) AS node_id,
    CAST(ROW_NUMBER() OVER (PARTITION BY n.chunk_id ORDER BY n.support, n.item) - 1 AS INT) AS position,
    n.chunk_id,
    n.item,
    n.support
  FROM (
    SELECT
      c.chunk_id,
      c.item,
      SUM(c.support) AS support
    FROM "chunk_supports" AS c
    GROUP BY
      c.chunk_id,
      c.item
  ) AS n
) AS p

-- name: too_few_subrecords
SELECT
  COUNT(*) AS faults
FROM "clusters" AS c
LEFT JOIN (
  SELECT
    h.cluster_id,
    COUNT(*) AS chunks,
    SUM(h.subrecords) AS subrecords
  FROM "chunk_sizes" AS h
  GROUP BY
    h.cluster_id
) AS n
  ON n.cluster_id = c.cluster_id
WHERE
  (
    c.kind = 'simple'
    AND (
      n.chunks IS NULL OR n.subrecords < c.size + 11 * (
        LEAST(12, n.chunks) - 1
      )
    )
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM "terms" AS t
    WHERE
      t.cluster_id = c.cluster_id
  )

-- name: conflicts
SELECT
  COUNT(DISTINCT u.chunk_id) AS faults
FROM "nodes" AS u
JOIN "chunk_sizes" AS s
  ON s.chunk_id = u.chunk_id
JOIN "above" AS x
  ON x.upper_id = s.cluster_id AND x.cluster_id <> s.cluster_id
JOIN "chunk_sizes" AS b
  ON b.cluster_id = x.cluster_id
JOIN "nodes" AS d
  ON d.chunk_id = b.chunk_id AND d.item = u.item
WHERE
  EXISTS(
    SELECT
      1
    FROM "alike" AS w
    WHERE
      w.chunk_id = u.chunk_id AND w.weight < 11
  )
