-- What becomes of what is left of an open group? It is a group of its own (part_id) where it has enough records, it joins
-- the parts where it has too few (part_id NULL); where nothing split off, it is chopped by record.
-- in:  remainders (record_id, group_id), parts (group_id)
-- out: group_id, size, split (1: something split off), part_id (numbered from $first)
SELECT
  n.group_id,
  n.size,
  n.split,
  CASE WHEN n.split = 0 OR n.size >= $least THEN row_number() OVER (ORDER BY n.group_id) + $first - 1 END AS part_id
FROM (
  SELECT r.group_id, count(*) AS size, max(CASE WHEN p.group_id IS NULL THEN 0 ELSE 1 END) AS split
  FROM remainders AS r
  LEFT JOIN (SELECT DISTINCT g.group_id FROM parts AS g) AS p ON p.group_id = r.group_id
  GROUP BY r.group_id
) AS n
