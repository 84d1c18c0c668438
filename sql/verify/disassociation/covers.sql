-- Which chunks have a covered item: never without all other items of its chunk? Do their records draw on another chunk, of
-- the same cluster or (for those of simple clusters) above it?
-- in:  clusters (cluster_id, kind), chunk_sizes (cluster_id, chunk_id, items, full, least), above (cluster_id, upper_id)
-- out: cluster_id, chunk_id, kind, covered (0 or 1), own (chunks of the cluster), reach (chunks of the cluster and above)
-- Awad et al., Definition 3
SELECT
  h.cluster_id, h.chunk_id, c.kind,
  CASE WHEN h.items > 1 AND h.least = h.full THEN 1 ELSE 0 END AS covered,
  count(*) OVER (PARTITION BY h.cluster_id) AS own,
  r.chunks AS reach
FROM chunk_sizes AS h
JOIN clusters AS c ON c.cluster_id = h.cluster_id
JOIN (
  SELECT a.cluster_id, count(*) AS chunks
  FROM above AS a
  JOIN chunk_sizes AS u ON u.cluster_id = a.upper_id
  GROUP BY a.cluster_id
) AS r ON r.cluster_id = h.cluster_id
