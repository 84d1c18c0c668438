-- Which records still hold which set?
-- in:  occurrences (record_id, set_id), touched (record_id, set_id, is_lost)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
ANTI JOIN touched AS l ON l.record_id = o.record_id AND l.set_id = o.set_id AND l.is_lost = 1
