-- The release with each group of equal records once.
-- in:  coded (record_id, item), alike (source_id, record_id, weight)
-- out: record_id, item, weight
SELECT alike.record_id, coded.item, alike.weight
FROM coded JOIN alike ON coded.record_id = alike.source_id
