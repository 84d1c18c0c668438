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
