-- name: tight_clusters
SELECT
  p.cluster_id
FROM "places" AS p
WHERE
  p.shared = 0
  AND NOT EXISTS(
    SELECT
      1
    FROM "terms" AS t
    WHERE
      t.cluster_id = p.cluster_id
  )
GROUP BY
  p.cluster_id
HAVING
  MAX(p.subrecords) < MAX(p.size) AND SUM(p.subrecords) >= MAX(p.size)

-- name: filling_chunks
SELECT
  p.cluster_id AS case_id,
  ROW_NUMBER() OVER (PARTITION BY p.cluster_id ORDER BY p.subrecords, p.chunk_id) AS turn,
  p.chunk_id,
  p.size,
  p.size AS records,
  p.subrecords AS drawn
FROM "places" AS p
WHERE
  p.shared = 0
  AND EXISTS(
    SELECT
      1
    FROM "tight" AS t
    WHERE
      t.cluster_id = p.cluster_id
  )

-- name: filled_weights
SELECT DISTINCT
  CAST(0 AS BIGINT) AS turn,
  f.size AS node_id,
  f.size AS filled,
  CAST(0 AS DOUBLE PRECISION) AS weight
FROM "filling" AS f
