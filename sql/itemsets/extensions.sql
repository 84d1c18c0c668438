-- How many records hold each set and one more item, later in the order?
-- in:  occurrences (record_id, set_id, item), frequent_rows (record_id, item)
-- out: set_id, item, support
SELECT o.set_id, r.item, count(*) AS support
FROM occurrences AS o
JOIN frequent_rows AS r ON r.record_id = o.record_id AND r.item > o.item
GROUP BY o.set_id, r.item
HAVING count(*) >= $least
