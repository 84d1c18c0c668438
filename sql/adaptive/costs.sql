-- What does each proposed group cost? An occurrence costs the price of its label (0 for an item as it is), or $highest
-- where it is suppressed. And what is its NCP: the leaves of the label, or all $leaves?
-- in:  trial_occurrences (trial_id, record_id, item, node), lost (trial_id, record_id, node),
--      nodes (node, price, leaves)
-- out: trial_id, cost, ncp
-- Chen et al. (LGPS), formula (4), in units of 1 / $leaves
SELECT
  o.trial_id,
  cast(sum(
    CASE WHEN l.node IS NOT NULL THEN $highest WHEN o.node = o.item THEN 0 ELSE n.price END
  ) AS bigint) AS cost,
  cast(sum(
    CASE WHEN l.node IS NOT NULL THEN $leaves WHEN o.node = o.item THEN 0 ELSE n.leaves END
  ) AS bigint) AS ncp
FROM trial_occurrences AS o
LEFT JOIN nodes AS n ON n.node = o.node
LEFT JOIN lost AS l ON l.trial_id = o.trial_id AND l.record_id = o.record_id AND l.node = o.node
GROUP BY o.trial_id
