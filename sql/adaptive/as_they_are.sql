-- The groups as they are, as a proposal.
-- in:  occurrences (group_id, record_id, item, node)
-- out: kind, group_id, part, record_id, item, node
SELECT 0 AS kind, o.group_id, 1 AS part, o.record_id, o.item, o.node
FROM occurrences AS o
