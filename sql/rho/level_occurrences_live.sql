-- Where do sets occur, in records that can lose an item: that hold a sensitive one?
-- in:  occurrences (record_id, set_id), sensitive_rows (record_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
SEMI JOIN sensitive_rows AS h ON h.record_id = o.record_id
