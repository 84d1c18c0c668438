-- What is wrong with the clusters by themselves?
-- in:  clusters (cluster_id, parent_id, kind, size)
-- out: faults
SELECT count(*) FILTER (WHERE c.cluster_id IS NULL OR c.size IS NULL OR c.kind IS NULL OR c.kind NOT IN ('simple', 'joint'))
  + count(c.cluster_id) - count(DISTINCT c.cluster_id) AS faults
FROM clusters AS c
