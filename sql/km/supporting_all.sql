-- The same rows once more, to be appended to another table.
-- in:  like_table (record_id, item)
-- out: record_id, item
SELECT l.record_id, l.item
FROM like_table AS l
