-- Which occurrences belong to records that are not known to be at risk?
-- in:  occurrences (record_id, gen_id), at_risk (record_id)
-- out: record_id, gen_id
SELECT o.record_id, o.gen_id
FROM occurrences AS o
ANTI JOIN at_risk AS r ON r.record_id = o.record_id
