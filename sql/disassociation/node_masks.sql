-- Which records of its cluster hold each node, as bits in words of 62 records? (No word meets its sign bit.)
-- in:  cluster_rows (cluster_id, item, place), nodes (node_id, cluster_id, item)
-- out: parent_id (the cluster: only its own nodes meet), gen_id (the node), word_id, mask
SELECT
  n.cluster_id AS parent_id,
  n.node_id AS gen_id,
  c.place // 62 AS word_id,
  bit_or(cast(1 AS bigint) << c.place % 62) AS mask
FROM cluster_rows AS c
JOIN nodes AS n ON n.cluster_id = c.cluster_id AND n.item = c.item
GROUP BY n.cluster_id, n.node_id, c.place // 62
