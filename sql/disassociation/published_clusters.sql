-- The clusters as they are published.
-- in:  cluster_codes (cluster_id, code, kind, size), joints (joint_id, child_id)
-- out: cluster_id, parent_id, kind, size
SELECT c.code AS cluster_id, p.code AS parent_id, c.kind, c.size
FROM cluster_codes AS c
LEFT JOIN (SELECT DISTINCT j.joint_id, j.child_id FROM joints AS j) AS u ON u.child_id = c.cluster_id
LEFT JOIN cluster_codes AS p ON p.cluster_id = u.joint_id
