-- Which records are in a group that is still open?
-- in:  placed (record_id, group_id), open_groups (group_id)
-- out: record_id, group_id
SELECT p.record_id, p.group_id
FROM placed AS p
JOIN open_groups AS o ON o.group_id = p.group_id
