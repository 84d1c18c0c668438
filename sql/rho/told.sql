-- Of whom do rules tell what: which items follow from sets that the record holds?
-- in:  rules (set_id, hidden), occurrences (record_id, set_id)
-- out: record_id, item
SELECT DISTINCT o.record_id, r.hidden AS item
FROM rules AS r
JOIN occurrences AS o ON o.set_id = r.set_id
