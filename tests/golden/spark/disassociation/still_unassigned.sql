SELECT
  u.node_id
FROM `unassigned` AS u
JOIN `waiting` AS w
  ON w.node_id = u.node_id
