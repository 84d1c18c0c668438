-- All clusters with their published numbers, which are random.
-- in:  clusters (record_id, cluster_id), joints (joint_id, child_id, leaf_id)
-- out: cluster_id, code, kind, size (records)
SELECT
  a.cluster_id,
  row_number() OVER (ORDER BY md5(concat($seed, ':cluster:', cast(a.cluster_id AS text))), a.cluster_id) AS code,
  a.kind,
  a.size
FROM (
  SELECT c.cluster_id, 'simple' AS kind, count(*) AS size
  FROM clusters AS c
  GROUP BY c.cluster_id
  UNION ALL
  SELECT j.joint_id AS cluster_id, 'joint' AS kind, count(*) AS size
  FROM joints AS j
  JOIN clusters AS c ON c.cluster_id = j.leaf_id
  GROUP BY j.joint_id
) AS a
