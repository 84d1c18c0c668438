-- Which sets come out when a set takes in one more, more frequent item of a record that holds it and a sensitive item?
-- in:  occurrences (record_id, set_id, last), live_rows (record_id, item)
-- out: parent_id, item
SELECT o.set_id AS parent_id, t.item
FROM occurrences AS o
JOIN live_rows AS t ON t.record_id = o.record_id AND t.item < o.last
GROUP BY o.set_id, t.item
