-- Of which rules does the set stand in a record of somebody who wants the item hidden?
-- in:  rules (set_id, hidden), occurrences (record_id, set_id), wishes (record_id, item)
-- out: set_id, hidden
SELECT DISTINCT a.set_id, a.hidden
FROM rules AS a
JOIN occurrences AS o ON o.set_id = a.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = a.hidden
