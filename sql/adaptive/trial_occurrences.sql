-- What stands in the proposed groups.
-- in:  proposal (kind, group_id, part, record_id, item, node), trials (trial_id, kind, group_id, part)
-- out: trial_id, record_id, item, node
SELECT t.trial_id, p.record_id, p.item, p.node
FROM proposal AS p
JOIN trials AS t ON t.kind = p.kind AND t.group_id = p.group_id AND t.part = p.part
