-- An empty table of the same form.
-- in:  like_table (record_id, item)
-- out: record_id, item
SELECT l.record_id, l.item
FROM like_table AS l
WHERE 1 = 0
