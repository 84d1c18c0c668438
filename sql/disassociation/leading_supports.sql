-- Which items of each open group are held by nearly as many records as its most frequent one ($percent of them)?
-- in:  group_supports (group_id, item, weight)
-- out: group_id, item, weight
SELECT s.group_id, s.item, s.weight
FROM group_supports AS s
JOIN (SELECT g.group_id, max(g.weight) AS weight FROM group_supports AS g GROUP BY g.group_id) AS t
  ON t.group_id = s.group_id
WHERE s.weight * 100 >= t.weight * $percent
