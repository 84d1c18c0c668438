-- Which records that lost an item held which set, and did they lose an item of it?
-- in:  occurrences (record_id, set_id), suppressed (record_id, item), members (set_id, item)
-- out: record_id, set_id, is_lost
SELECT o.record_id, o.set_id, max(CASE WHEN m.item IS NULL THEN 0 ELSE 1 END) AS is_lost
FROM occurrences AS o
JOIN suppressed AS s ON s.record_id = o.record_id
LEFT JOIN members AS m ON m.set_id = o.set_id AND m.item = s.item
GROUP BY o.record_id, o.set_id
