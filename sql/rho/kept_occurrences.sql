-- Which records still hold which set?
-- in:  occurrences (record_id, set_id), lost (record_id, set_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
ANTI JOIN lost AS l ON l.record_id = o.record_id AND l.set_id = o.set_id
