-- Which records hold an item that is a threat by itself?
-- in:  transactions (record_id, item), supports (item, support)
-- out: record_id
SELECT DISTINCT t.record_id
FROM transactions AS t
JOIN supports AS s ON s.item = t.item
WHERE s.support < $k
