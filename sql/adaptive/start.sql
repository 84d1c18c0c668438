-- Where it starts: one group, sensitive items as they are, the others under the root.
-- in:  transactions (record_id, item), hidden (item)
-- out: group_id, record_id, item, node (the label that stands for the item)
-- Chen et al. (LGPS), Algorithm 1, lines 2 to 4
SELECT 1 AS group_id, t.record_id, t.item, CASE WHEN h.item IS NULL THEN $root ELSE t.item END AS node
FROM transactions AS t
LEFT JOIN hidden AS h ON h.item = t.item
