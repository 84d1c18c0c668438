-- How many simple clusters have fewer than k records?
-- in:  clusters (cluster_id, kind, size)
-- out: faults
SELECT count(*) AS faults
FROM clusters AS c
WHERE c.kind = 'simple' AND c.size < $k
