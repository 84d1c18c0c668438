-- How many rows does growing these sets touch (at most)?
-- in:  occurrences (record_id, set_id), sets (set_id), lengths (record_id, items)
-- out: n
SELECT coalesce(sum(l.items - $size), 0) AS n
FROM occurrences AS o
SEMI JOIN sets AS s ON s.set_id = o.set_id
JOIN lengths AS l ON l.record_id = o.record_id
