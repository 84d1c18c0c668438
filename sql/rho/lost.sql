-- Which records hold which set no longer, now that they lost an item of it?
-- in:  occurrences (record_id, set_id), suppressed (record_id, item), members (set_id, item)
-- out: record_id, set_id
SELECT DISTINCT o.record_id, o.set_id
FROM occurrences AS o
JOIN suppressed AS s ON s.record_id = o.record_id
SEMI JOIN members AS m ON m.set_id = o.set_id AND m.item = s.item
