-- By which of its items would each record leave its open group? By the one that most records of the group hold.
-- in:  open_rows (record_id, group_id, item), group_supports (group_id, item, weight)
-- out: record_id, group_id, weight
SELECT r.record_id, r.group_id, max(s.weight) AS weight
FROM open_rows AS r
JOIN group_supports AS s ON s.group_id = r.group_id AND s.item = r.item
GROUP BY r.record_id, r.group_id
