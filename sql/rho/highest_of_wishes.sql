-- How surely does each record's knowledge of one size tell an item that this person wants hidden?
-- in:  rules (set_id, hidden, both, support), occurrences (record_id, set_id), wishes (record_id, item)
-- out: record_id, confidence
SELECT o.record_id, max(cast(r.both AS double) / nullif(r.support, 0)) AS confidence
FROM rules AS r
JOIN occurrences AS o ON o.set_id = r.set_id
JOIN wishes AS w ON w.record_id = o.record_id AND w.item = r.hidden
GROUP BY o.record_id
