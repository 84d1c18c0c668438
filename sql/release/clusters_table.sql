-- The clusters of a release as they are written into a table.
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: cluster_id, parent_id, kind, size
SELECT c.cluster_id, c.parent_id, c.kind, c.size
FROM clusters AS c
ORDER BY c.cluster_id
