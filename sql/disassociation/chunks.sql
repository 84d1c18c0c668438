-- Which item of which cluster is in which of its chunks?
-- in:  nodes (node_id, cluster_id, item, support), assigned (node_id, chunk)
-- out: cluster_id, item, chunk, support
SELECT n.cluster_id, n.item, a.chunk, n.support
FROM nodes AS n
JOIN assigned AS a ON a.node_id = n.node_id
