-- Which items can split an open group: those that enough of its records hold, and enough do not?
-- in:  open_rows (record_id, group_id, item), members (record_id, group_id)
-- out: group_id, item, weight (support, then the smaller item number: the larger, the sooner an item splits)
-- Terrovitis et al., algorithm HORPART, line 3
SELECT r.group_id, r.item, count(*) * 2147483648 + 2147483647 - r.item AS weight
FROM open_rows AS r
JOIN (SELECT m.group_id, count(*) AS size FROM members AS m GROUP BY m.group_id) AS g ON g.group_id = r.group_id
GROUP BY r.group_id, r.item, g.size
HAVING count(*) >= $least AND count(*) <= g.size - $least
