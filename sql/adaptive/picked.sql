-- The label of each group that costs most as it is.
-- in:  occurrences (group_id, node), labels (group_id, node), nodes (node, price)
-- out: group_id, node
-- Chen et al. (LGPS), Algorithm 3, PickNode
SELECT k.group_id, k.node
FROM (
  SELECT c.group_id, c.node, row_number() OVER (PARTITION BY c.group_id ORDER BY c.cost DESC, c.node) AS place
  FROM (
    SELECT o.group_id, o.node, sum(n.price) AS cost
    FROM occurrences AS o
    SEMI JOIN labels AS l ON l.group_id = o.group_id AND l.node = o.node
    JOIN nodes AS n ON n.node = o.node
    GROUP BY o.group_id, o.node
  ) AS c
) AS k
WHERE k.place = 1
