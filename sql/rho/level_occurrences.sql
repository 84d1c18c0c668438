-- Where do the sets that have rules occur?
-- in:  occurrences (record_id, set_id), rules (set_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
SEMI JOIN rules AS r ON r.set_id = o.set_id
