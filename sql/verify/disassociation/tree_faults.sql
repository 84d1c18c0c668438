-- Which clusters do not fit together: a parent that is no joint cluster; a joint cluster with fewer than two parts, or
-- whose size is not that of its parts?
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: faults
SELECT count(*) AS faults
FROM (
  SELECT c.cluster_id
  FROM clusters AS c
  LEFT JOIN clusters AS p ON p.cluster_id = c.parent_id AND p.kind = 'joint'
  WHERE c.parent_id IS NOT NULL AND p.cluster_id IS NULL
  UNION ALL
  SELECT c.cluster_id
  FROM clusters AS c
  LEFT JOIN (
    SELECT x.parent_id, count(*) AS parts, sum(x.size) AS size
    FROM clusters AS x
    GROUP BY x.parent_id
  ) AS s ON s.parent_id = c.cluster_id
  WHERE c.kind = 'joint' AND (s.parts IS NULL OR s.parts < 2 OR s.size <> c.size)
) AS f
