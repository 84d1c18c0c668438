-- How many records no longer hold a set together with a sensitive item?
-- in:  occurrences (record_id, set_id), sensitive_rows (record_id, item), lost (record_id, set_id),
--      suppressed (record_id, item)
-- out: set_id, hidden, n
SELECT o.set_id, h.item AS hidden, count(*) AS n
FROM occurrences AS o
SEMI JOIN suppressed AS touched ON touched.record_id = o.record_id
JOIN sensitive_rows AS h ON h.record_id = o.record_id
LEFT JOIN lost AS l ON l.record_id = o.record_id AND l.set_id = o.set_id
LEFT JOIN suppressed AS s ON s.record_id = o.record_id AND s.item = h.item
WHERE l.set_id IS NOT NULL OR s.item IS NOT NULL
GROUP BY o.set_id, h.item
