-- How many rows does growing these sets touch (at most)?
-- in:  occurrences (record_id), lengths (record_id, items)
-- out: n
SELECT coalesce(sum(l.items - $size), 0) AS n
FROM occurrences AS o
JOIN lengths AS l ON l.record_id = o.record_id
