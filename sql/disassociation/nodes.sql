-- Which items of which cluster are frequent enough for a chunk? Each is a node; nodes are numbered cluster by cluster,
-- the most frequent item first.
-- in:  cluster_rows (record_id, cluster_id, item), sensitive (item)
-- out: node_id, cluster_id, item, support (in the cluster)
-- Terrovitis et al., algorithm VERPART, lines 2 to 5
SELECT
  cast(row_number() OVER (ORDER BY c.cluster_id, count(*) DESC, c.item) AS bigint) AS node_id,
  c.cluster_id,
  c.item,
  count(*) AS support
FROM cluster_rows AS c
ANTI JOIN sensitive AS s ON s.item = c.item
GROUP BY c.cluster_id, c.item
HAVING count(*) >= $k
