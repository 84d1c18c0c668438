SELECT DISTINCT
  a.node_id,
  a.chunk
FROM `assigned` AS a
JOIN `clashes` AS c
  ON c.other_id = a.node_id
