-- By which of its items would each kind of record leave its group? Of those that it holds and that may split the group
-- now, by the one that is worth most. (The weight is made of the record's own item: made of columns of splitting alone,
-- DuckDB would first count all of open_rows by group, item and kind.)
-- in:  open_rows (kind_id, group_id, item), placed (kind_id, group_id, records, size),
--      splitting (group_id, item, worth, turn)
-- out: kind_id, group_id, records, weight (worth, then the smaller item number; 0: no item of the record may split)
-- Terrovitis et al., algorithm HORPART, lines 3 and 4
SELECT p.kind_id, p.group_id, p.records, coalesce(c.weight, 0) AS weight
FROM placed AS p
LEFT JOIN (
  SELECT r.kind_id, max(s.worth * 2147483648 + 2147483647 - r.item) AS weight
  FROM open_rows AS r
  JOIN splitting AS s ON s.group_id = r.group_id AND s.item = r.item AND s.turn = 1
  GROUP BY r.kind_id
) AS c ON c.kind_id = p.kind_id
WHERE p.size >= $cluster_size
