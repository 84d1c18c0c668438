SELECT DISTINCT
  c.node_id
FROM `clashes` AS c
ANTI JOIN `assigned` AS a
  ON a.node_id = c.other_id
