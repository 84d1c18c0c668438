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
JOIN (
  SELECT DISTINCT
    n.chunk_id
  FROM "alike" AS a
  JOIN "lines" AS l
    ON l.record_id = a.source_id
  JOIN "nodes" AS n
    ON n.node_id = l.item
  WHERE
    a.weight < 11
) AS w
  ON w.chunk_id = u.chunk_id
