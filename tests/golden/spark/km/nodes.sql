SELECT
  n.node,
  COALESCE(n.parent, 0) AS parent,
  n.label,
  n.leaves,
  n.depth,
  COALESCE(i.support, 0) AS support
FROM `nodes` AS n
LEFT JOIN `items` AS i
  ON i.item = n.node
