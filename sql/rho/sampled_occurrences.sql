-- Which records still hold a drawn set of $size items?
-- in:  members (set_id, item), present (record_id, item)
-- out: record_id, set_id
SELECT t.record_id, m.set_id
FROM members AS m
JOIN present AS t ON t.item = m.item
GROUP BY t.record_id, m.set_id
HAVING count(*) = $size
