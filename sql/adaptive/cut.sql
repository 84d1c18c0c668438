-- All records as one proposed group, items that are not sensitive under the label at this depth of the tree.
-- in:  transactions (record_id, item), ancestors (item, node, distance), nodes (node, depth)
-- out: kind, group_id, part, record_id, item, node (the label that stands for the item)
-- Chen et al. (LGPS), Algorithm 1, lines 2 to 4, at depth 0
SELECT
  $kind AS kind, 1 AS group_id, 1 AS part, t.record_id, t.item,
  CASE WHEN c.node IS NULL THEN t.item ELSE c.node END AS node
FROM transactions AS t
LEFT JOIN (
  SELECT a.item, a.node
  FROM ancestors AS a
  JOIN nodes AS n ON n.node = a.node
  WHERE n.depth = $depth OR (n.depth < $depth AND a.distance = 0)
) AS c ON c.item = t.item
