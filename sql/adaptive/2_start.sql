-- All records as one group, their items under the root of the tree, or under the labels at one depth of it.
-- The group is a proposal as those of the next steps are, and is made safe like them (safe_trials).
-- On large data, where one group is to stay: the depth from the leaves upwards that costs less than the one above it, if
-- its NCP is less than that of the root, which is all leaves for each occurrence that can be generalized.
-- Chen, Zhong, Wang and Li (LGPS), Algorithm 1, lines 2 to 5.
-- phase: starting with all records in one group

-- name: cut
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

-- name: general_rows
-- How many occurrences are of items that can be generalized?
-- in:  transactions (item), ancestors (item, distance)
-- out: n
SELECT count(*) AS n
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item AND a.distance = 0

-- name: total_cost
-- What do all groups cost, what is their NCP, and how many are there?
-- in:  now (group_id, cost, ncp)
-- out: cost, ncp, groups
SELECT coalesce(sum(n.cost), 0) AS cost, coalesce(sum(n.ncp), 0) AS ncp, count(*) AS groups
FROM now AS n
