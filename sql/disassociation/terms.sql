-- Which items go to the term chunk of their cluster?
-- in:  cluster_supports (cluster_id, item, support), chunks (cluster_id, item)
-- out: cluster_id, item, support (in the cluster)
SELECT c.cluster_id, c.item, c.support
FROM cluster_supports AS c
ANTI JOIN chunks AS h ON h.cluster_id = c.cluster_id AND h.item = c.item
