SELECT
  j.joint_id,
  c.leaf_id,
  c.item
FROM `candidates` AS c
JOIN `joined` AS j
  ON j.window_id = c.window_id
