-- The pieces of chopped groups as clusters.
-- in:  chopped (record_id, group_id, piece)
-- out: record_id, cluster_id (numbered from $first)
SELECT c.record_id, dense_rank() OVER (ORDER BY c.group_id, c.piece) + $first - 1 AS cluster_id
FROM chopped AS c
