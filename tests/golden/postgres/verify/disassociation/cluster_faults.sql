SELECT
  COUNT(*) FILTER(WHERE
    c.cluster_id IS NULL
    OR c.size IS NULL
    OR c.kind IS NULL
    OR NOT c.kind IN ('simple', 'joint')) + COUNT(c.cluster_id) - COUNT(DISTINCT c.cluster_id) AS faults
FROM "clusters" AS c
