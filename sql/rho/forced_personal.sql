-- Which sensitive items must leave a long record, since so few records hold the rest of it that not one may hold the item,
-- and this person wants it hidden?
-- in:  whole_rules (record_id, hidden, both, support), limits (item, part, whole), wishes (record_id, item)
-- out: record_id, item, cause (0: no single rule)
SELECT w.record_id, w.hidden AS item, 0 AS cause
FROM whole_rules AS w
JOIN limits AS l ON l.item = w.hidden
SEMI JOIN wishes AS p ON p.record_id = w.record_id AND p.item = w.hidden
WHERE w.support * l.part < l.whole
