-- The records to be made up: so many places in each simple cluster.
-- in:  clusters (cluster_id, kind, size), numbers (n) from 1 to the largest size
-- out: cluster_id, slot (from 0), place (the number of the record, from 1)
SELECT c.cluster_id, n.n - 1 AS slot, row_number() OVER (ORDER BY c.cluster_id, n.n) AS place
FROM clusters AS c
JOIN numbers AS n ON n.n <= c.size
WHERE c.kind = 'simple'
