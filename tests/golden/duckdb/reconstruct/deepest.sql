SELECT
  MAX(d.depth) AS depth
FROM "joint_depths" AS d
