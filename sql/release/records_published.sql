-- Which records are left with at least one item? Only they have rows in a long release.
-- in:  published (record_id, item)
-- out: record_id
SELECT DISTINCT record_id FROM published
