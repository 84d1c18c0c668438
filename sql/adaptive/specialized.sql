-- The groups with all these labels specialized where they stand, as a proposal.
-- in:  occurrences (group_id, record_id, item, node), labels (group_id, node), steps (item, node, child)
-- out: kind, group_id, part, record_id, item, node
SELECT
  $kind AS kind, o.group_id, 1 AS part, o.record_id, o.item,
  CASE WHEN l.node IS NULL THEN o.node ELSE s.child END AS node
FROM occurrences AS o
SEMI JOIN labels AS g ON g.group_id = o.group_id
LEFT JOIN labels AS l ON l.group_id = o.group_id AND l.node = o.node
LEFT JOIN steps AS s ON s.item = o.item AND s.node = o.node
