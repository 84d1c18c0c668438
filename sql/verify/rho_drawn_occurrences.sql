-- Which distinct records hold a drawn set of $size items?
-- in:  members (set_id, item), transactions (record_id, item, weight)
-- out: record_id, set_id, weight
SELECT t.record_id, members.set_id, max(t.weight) AS weight
FROM members JOIN transactions AS t ON members.item = t.item
GROUP BY t.record_id, members.set_id
HAVING count(*) = $size
