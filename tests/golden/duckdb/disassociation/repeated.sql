SELECT
  s.joint_id AS cluster_id,
  s.item
FROM (
  SELECT DISTINCT
    v.joint_id,
    v.item
  FROM "all_moves" AS v
) AS s
JOIN "all_joints" AS u
  ON u.joint_id = s.joint_id
JOIN "chunks" AS h
  ON h.cluster_id = u.leaf_id AND h.item = s.item
UNION
SELECT
  s.joint_id AS cluster_id,
  s.item
FROM (
  SELECT DISTINCT
    v.joint_id,
    v.item
  FROM "all_moves" AS v
) AS s
JOIN "all_joints" AS u
  ON u.joint_id = s.joint_id
JOIN "all_moves" AS w
  ON w.leaf_id = u.leaf_id AND w.item = s.item AND w.joint_id <> s.joint_id
