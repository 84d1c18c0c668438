-- Which parts split off: the items that enough records leave their group by?
-- in:  choices (record_id, group_id, weight)
-- out: group_id, weight, item, part_id (numbered from $first; in a group, the most frequent item first), size
SELECT
  c.group_id,
  c.weight,
  2147483647 - c.weight % 2147483648 AS item,
  cast(row_number() OVER (ORDER BY c.group_id, c.weight DESC) + $first - 1 AS bigint) AS part_id,
  count(*) AS size
FROM choices AS c
WHERE c.weight IS NOT NULL
GROUP BY c.group_id, c.weight
HAVING count(*) >= $least
