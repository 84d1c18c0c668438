-- Where do the few records that are left of a group go? With the most frequent of their items that a part split off by;
-- with the smallest part where they have none.
-- in:  remainders (record_id, group_id), remainder_groups (group_id, part_id), parts (group_id, item, part_id, size, weight),
--      open_rows (record_id, group_id, item)
-- out: record_id, group_id (of the part)
SELECT l.record_id, coalesce(max(b.part_id), max(l.part_id)) AS group_id
FROM (
  SELECT r.record_id, r.group_id, s.part_id
  FROM remainders AS r
  JOIN remainder_groups AS g ON g.group_id = r.group_id AND g.part_id IS NULL
  JOIN (
    SELECT p.group_id, p.part_id, row_number() OVER (PARTITION BY p.group_id ORDER BY p.size, p.part_id) AS place
    FROM parts AS p
  ) AS s ON s.group_id = r.group_id AND s.place = 1
) AS l
LEFT JOIN (
  SELECT o.record_id, p.part_id, row_number() OVER (PARTITION BY o.record_id ORDER BY p.weight DESC) AS place
  FROM open_rows AS o
  JOIN parts AS p ON p.group_id = o.group_id AND p.item = o.item
) AS b ON b.record_id = l.record_id AND b.place = 1
GROUP BY l.record_id
