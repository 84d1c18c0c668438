-- Which records hold one of these sets?
-- in:  occurrences (record_id, set_id), sets (set_id)
-- out: record_id
SELECT DISTINCT o.record_id
FROM occurrences AS o
SEMI JOIN sets AS s ON s.set_id = o.set_id
