SELECT
  COUNT(*) AS record_chunks,
  COUNT(*) FILTER(WHERE
    v.several > 1 AND v.items > 1 AND v.least = v.full) AS vulnerable
FROM (
  SELECT
    h.chunk_id,
    h.items,
    h.full,
    l.least,
    COUNT(*) OVER (PARTITION BY h.cluster_id) AS several
  FROM `chunk_sizes` AS h
  JOIN `clusters` AS c
    ON c.cluster_id = h.cluster_id AND c.kind = 'simple'
  JOIN (
    SELECT
      n.chunk_id,
      MIN(s.support) AS least
    FROM `labels` AS s
    JOIN `nodes` AS n
      ON n.node_id = s.label
    GROUP BY
      n.chunk_id
  ) AS l
    ON l.chunk_id = h.chunk_id
) AS v
