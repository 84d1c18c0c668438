SELECT DISTINCT
  o.group_id,
  o.node
FROM `occurrences` AS o
SEMI JOIN `steps` AS s
  ON s.node = o.node
ANTI JOIN `closed` AS c
  ON c.group_id = o.group_id AND c.node = o.node
