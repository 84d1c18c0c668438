-- Which sensitive items must leave a long record, since so few records hold the rest of it that not one may hold the item?
-- in:  whole_rules (record_id, hidden, both, support), limits (item, part, whole)
-- out: record_id, item, cause (0: no single rule)
SELECT w.record_id, w.hidden AS item, 0 AS cause
FROM whole_rules AS w
JOIN limits AS l ON l.item = w.hidden
WHERE w.support * l.part < l.whole
