SELECT
  COALESCE(j.joint_id, t.top_id) AS top_id,
  t.leaf_id,
  t.size,
  t.place
FROM "trees" AS t
LEFT JOIN "new_joints" AS j
  ON j.leaf_id = t.leaf_id
