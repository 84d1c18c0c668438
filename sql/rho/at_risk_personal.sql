-- Whose knowledge of one size tells an item that this person wants hidden too surely?
-- in:  above (set_id, hidden), occurrences (record_id, set_id), wishes (record_id, item)
-- out: record_id
SELECT DISTINCT o.record_id
FROM above AS a
JOIN occurrences AS o ON o.set_id = a.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = a.hidden
