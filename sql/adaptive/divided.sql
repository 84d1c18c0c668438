-- The groups that have several parts, divided, with the label that divides them specialized, as a proposal.
-- in:  occurrences (group_id, record_id, item, node), parts (group_id, record_id, part), labels (group_id, node),
--      steps (item, node, child)
-- out: kind, group_id, part, record_id, item, node
SELECT
  $kind AS kind, o.group_id, p.part, o.record_id, o.item,
  CASE WHEN l.node IS NULL THEN o.node ELSE s.child END AS node
FROM occurrences AS o
JOIN parts AS p ON p.record_id = o.record_id
SEMI JOIN (
  SELECT k.group_id FROM parts AS k GROUP BY k.group_id HAVING min(k.part) < max(k.part)
) AS several ON several.group_id = o.group_id
LEFT JOIN labels AS l ON l.group_id = o.group_id AND l.node = o.node
LEFT JOIN steps AS s ON s.item = o.item AND s.node = o.node
