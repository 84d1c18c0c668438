-- How many record chunks are there, and in how many of them (of clusters with two record chunks or more) is an item
-- covered: never without all other items of its chunk?
-- in:  clusters (cluster_id, kind), chunk_sizes (cluster_id, chunk_id, items, full), labels (label: a node, support),
--      nodes (node_id, chunk_id)
-- out: record_chunks, vulnerable
-- Awad et al., cover problem
SELECT count(*) AS record_chunks, count(*) FILTER (WHERE v.several > 1 AND v.items > 1 AND v.least = v.full) AS vulnerable
FROM (
  SELECT h.chunk_id, h.items, h.full, l.least, count(*) OVER (PARTITION BY h.cluster_id) AS several
  FROM chunk_sizes AS h
  JOIN clusters AS c ON c.cluster_id = h.cluster_id AND c.kind = 'simple'
  JOIN (
    SELECT n.chunk_id, min(s.support) AS least
    FROM labels AS s
    JOIN nodes AS n ON n.node_id = s.label
    GROUP BY n.chunk_id
  ) AS l ON l.chunk_id = h.chunk_id
) AS v
