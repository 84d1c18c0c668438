-- By which of its items would each kind of record leave its group? An item may split a group if enough records hold it,
-- enough do not, and nearly as many hold it as the most frequent such item ($percent of them). Of these items that it
-- holds, a record leaves by the one that most records of the group hold.
-- in:  open_rows (kind_id, group_id, item, records), placed (kind_id, group_id, records, size), fates (part_id, size)
-- out: kind_id, group_id, records, weight (support, then the smaller item number; 0: no item of the record may split)
-- Terrovitis et al., algorithm HORPART, line 3
WITH supports AS (
  SELECT o.group_id, o.item, cast(sum(o.records) AS bigint) * 2147483648 + 2147483647 - o.item AS weight
  FROM open_rows AS o
  GROUP BY o.group_id, o.item
  HAVING sum(o.records) >= $least
), splitting AS (
  SELECT l.group_id, l.item, l.weight
  FROM (
    SELECT s.group_id, s.item, s.weight, max(s.weight) OVER (PARTITION BY s.group_id) AS most
    FROM supports AS s
    JOIN (SELECT DISTINCT f.part_id, f.size FROM fates AS f) AS g
      ON g.part_id = s.group_id AND s.weight // 2147483648 <= g.size - $least
  ) AS l
  WHERE l.weight >= l.most - l.most // 100 * (100 - $percent)
)
SELECT p.kind_id, p.group_id, p.records, coalesce(c.weight, 0) AS weight
FROM placed AS p
LEFT JOIN (
  SELECT r.kind_id, max(l.weight) AS weight
  FROM open_rows AS r
  JOIN splitting AS l ON l.group_id = r.group_id AND l.item = r.item
  GROUP BY r.kind_id
) AS c ON c.kind_id = p.kind_id
WHERE p.size >= $cluster_size
