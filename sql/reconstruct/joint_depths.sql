-- How many joint clusters are at or above each joint cluster? The deepest are filled first.
-- in:  above (cluster_id, upper_id), clusters (cluster_id, kind)
-- out: cluster_id, depth
SELECT a.cluster_id, count(*) AS depth
FROM above AS a
JOIN clusters AS c ON c.cluster_id = a.cluster_id AND c.kind = 'joint'
GROUP BY a.cluster_id
