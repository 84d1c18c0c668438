-- How many records of each cluster hold each of its items?
-- in:  cluster_rows (record_id, cluster_id, item)
-- out: cluster_id, item, support
-- Terrovitis et al., algorithm VERPART, lines 2 and 3
SELECT c.cluster_id, c.item, count(*) AS support
FROM cluster_rows AS c
GROUP BY c.cluster_id, c.item
