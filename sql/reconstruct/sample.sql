-- The rows of one made-up original, with its number.
-- in:  original (record_id, item)
-- out: sample_id, record_id, item
SELECT $sample_id AS sample_id, o.record_id, o.item
FROM original AS o
