SELECT
  COALESCE(SUM(c.size), 0) AS records
FROM "clusters" AS c
JOIN (
  SELECT DISTINCT
    n.cluster_id
  FROM (
    SELECT
      s.cluster_id,
      s.item,
      COUNT(*) AS support
    FROM "subrecords" AS s
    GROUP BY
      s.cluster_id,
      s.item
  ) AS n
  JOIN "clusters" AS h
    ON h.cluster_id = n.cluster_id AND h.kind = 'simple' AND h.size = n.support
) AS a
  ON a.cluster_id = c.cluster_id
