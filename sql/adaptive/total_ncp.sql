-- What is lost in all groups? An occurrence costs the leaves of its label (0 for an item as it is), or $leaves where it
-- is suppressed.
-- in:  occurrences (record_id, item, node), lost (record_id, node), nodes (node, leaves)
-- out: ncp (in units of 1 / $leaves)
-- Chen et al. (LGPS), formula (4)
SELECT sum(CASE WHEN l.node IS NOT NULL THEN $leaves WHEN o.node = o.item THEN 0 ELSE n.leaves END) AS ncp
FROM occurrences AS o
LEFT JOIN nodes AS n ON n.node = o.node
LEFT JOIN lost AS l ON l.record_id = o.record_id AND l.node = o.node
