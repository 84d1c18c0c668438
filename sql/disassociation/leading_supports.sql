-- Which items may split the open groups now: those that enough records of a group hold and enough do not, and that nearly
-- as many hold as the most frequent one ($percent of them)?
-- in:  open_rows (record_id, group_id, item), members (record_id, group_id, size)
-- out: group_id, item, weight (support, then the smaller item number: the larger, the sooner an item splits)
-- Terrovitis et al., algorithm HORPART, line 3
SELECT l.group_id, l.item, l.weight
FROM (
  SELECT w.group_id, w.item, w.weight, max(w.weight) OVER (PARTITION BY w.group_id) AS most
  FROM (
    SELECT o.group_id, o.item, count(*) * 2147483648 + 2147483647 - o.item AS weight
    FROM open_rows AS o
    GROUP BY o.group_id, o.item
    HAVING count(*) >= $least
  ) AS w
  JOIN (SELECT DISTINCT m.group_id, m.size FROM members AS m) AS g
    ON g.group_id = w.group_id AND w.weight // 2147483648 <= g.size - $least
) AS l
WHERE l.weight >= l.most - l.most // 100 * (100 - $percent)
