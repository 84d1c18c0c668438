-- Where do these sets occur?
-- in:  occurrences (record_id, set_id, last), sets (set_id)
-- out: record_id, set_id, last
SELECT o.record_id, o.set_id, o.last
FROM occurrences AS o
SEMI JOIN sets AS s ON s.set_id = o.set_id
