-- What is published once no label is left that could be specialized (or a step gains next to nothing).
-- 1. What is lost in all groups. 2. The labels that are left in each record. 3. The group of each record, numbered by lot.
-- 4. The rules that occurrences were suppressed for, as a ledger keeps them.
-- Chen, Zhong, Wang and Li (LGPS), formulas (4) and (5).
-- phase: labelling the groups

-- name: dropped_occurrences
-- What is dropped as was asked for, for the ledger: it is in no group (0).
-- in:  rows (record_id, item), left_over (record_id, item)
-- out: group_id, record_id, item, node
SELECT 0 AS group_id, r.record_id, r.item, r.item AS node
FROM rows AS r
ANTI JOIN left_over AS o ON o.record_id = r.record_id AND o.item = r.item

-- name: dropped_nodes
-- The same as what is suppressed.
-- in:  dropped (group_id, record_id, node)
-- out: group_id, record_id, node, cause (-1: the owner wants it so)
SELECT d.group_id, d.record_id, d.node, cast(-1 AS integer) AS cause FROM dropped AS d

-- name: total_ncp
-- What is lost in all groups? An occurrence costs the leaves of its label (0 for an item as it is), or $leaves where it
-- is suppressed.
-- in:  occurrences (record_id, item, node), lost (record_id, node), nodes (node, leaves)
-- out: ncp (in units of 1 / $leaves)
-- Chen et al. (LGPS), formula (4)
SELECT sum(CASE WHEN l.node IS NOT NULL THEN $leaves WHEN o.node = o.item THEN 0 ELSE n.leaves END) AS ncp
FROM occurrences AS o
LEFT JOIN nodes AS n ON n.node = o.node
LEFT JOIN lost AS l ON l.record_id = o.record_id AND l.node = o.node

-- name: published
-- What is left to be published.
-- in:  occurrences (group_id, record_id, node), lost (record_id, node)
-- out: record_id, item (the label's number)
SELECT DISTINCT o.record_id, o.node AS item
FROM occurrences AS o
ANTI JOIN lost AS l ON l.record_id = o.record_id AND l.node = o.node

-- name: groups
-- Which group is each record in? Groups are numbered in random order.
-- in:  occurrences (group_id, record_id)
-- out: record_id, group_id
SELECT DISTINCT o.record_id, n.published_id AS group_id
FROM occurrences AS o
JOIN (
  SELECT
    g.group_id,
    cast(
      row_number() OVER (ORDER BY md5(concat($key, '/', cast(g.group_id AS text))), g.group_id) AS integer
    ) AS published_id
  FROM (SELECT DISTINCT x.group_id FROM occurrences AS x) AS g
) AS n ON n.group_id = o.group_id
