-- By which of its items would each record leave its group? By the one that most records of the group hold.
-- in:  members (record_id, group_id, size), open_rows (record_id, group_id, item), leading_supports (group_id, item, weight)
-- out: record_id, group_id, weight (NULL where no item of the record may split)
SELECT m.record_id, m.group_id, c.weight
FROM members AS m
LEFT JOIN (
  SELECT r.record_id, max(l.weight) AS weight
  FROM open_rows AS r
  JOIN leading_supports AS l ON l.group_id = r.group_id AND l.item = r.item
  GROUP BY r.record_id
) AS c ON c.record_id = m.record_id
WHERE m.size >= $cluster_size
