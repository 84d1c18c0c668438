-- How many records has each cluster: a simple one its own, a joint one those of its parts?
-- in:  clusters (record_id, cluster_id), joints (joint_id, leaf_id)
-- out: cluster_id, size
SELECT p.home_id AS cluster_id, count(*) AS size
FROM clusters AS c
JOIN (
  SELECT DISTINCT s.cluster_id AS leaf_id, s.cluster_id AS home_id FROM clusters AS s
  UNION ALL
  SELECT j.leaf_id, j.joint_id AS home_id FROM joints AS j
) AS p ON p.leaf_id = c.cluster_id
GROUP BY p.home_id
