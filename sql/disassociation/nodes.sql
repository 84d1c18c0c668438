-- Which items of which cluster are frequent enough for a chunk? Each is a node; nodes are numbered cluster by cluster,
-- the most frequent item first.
-- in:  cluster_supports (cluster_id, item, support), sensitive (item)
-- out: node_id, cluster_id, item, support (in the cluster)
-- Terrovitis et al., algorithm VERPART, lines 4 and 5
SELECT
  cast(row_number() OVER (ORDER BY c.cluster_id, c.support DESC, c.item) AS bigint) AS node_id,
  c.cluster_id,
  c.item,
  c.support
FROM cluster_supports AS c
ANTI JOIN sensitive AS s ON s.item = c.item
WHERE c.support >= $k
