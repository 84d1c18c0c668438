-- What becomes of what is left of a group? It is a group of its own (part_id) where it has enough records, it joins the
-- parts where it has too few (part_id NULL); where nothing split off, it will be cut by record.
-- in:  choices (record_id, group_id, weight), parts (group_id, weight, part_id)
-- out: group_id, split (1: something split off), part_id (numbered from $first)
SELECT
  n.group_id,
  n.split,
  CASE WHEN n.split = 0 OR n.size >= $least THEN row_number() OVER (ORDER BY n.group_id) + $first - 1 END AS part_id
FROM (
  SELECT c.group_id, count(*) AS size, max(CASE WHEN g.group_id IS NULL THEN 0 ELSE 1 END) AS split
  FROM choices AS c
  LEFT JOIN parts AS p ON p.group_id = c.group_id AND p.weight = c.weight
  LEFT JOIN (SELECT DISTINCT x.group_id FROM parts AS x) AS g ON g.group_id = c.group_id
  WHERE p.part_id IS NULL
  GROUP BY c.group_id
) AS n
