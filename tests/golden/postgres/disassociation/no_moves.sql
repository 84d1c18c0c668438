SELECT
  m.top_id AS joint_id,
  m.leaf_id,
  m.item
FROM "movable_terms" AS m
WHERE
  1 = 0
