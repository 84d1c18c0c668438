-- Which items can split which group, or a part of it later on? Enough records of the group hold it, and enough do not.
-- Those that are nearly as frequent as the most frequent one ($percent of it) may split the group now. An item that the
-- group was split off by is held by all of it, or by all but a few that had to join: it is none of them.
-- in:  open_rows (kind_id, group_id, item, records), fates (part_id, size)
-- out: group_id, item, support, turn (1: now, 0: later)
-- Terrovitis et al., algorithm HORPART, lines 3 and 6
WITH weighed AS (
  SELECT s.group_id, s.item, s.support, cast(s.support AS bigint) * 2147483648 + 2147483647 - s.item AS weight
  FROM (
    SELECT o.group_id, o.item, cast(sum(o.records) AS integer) AS support
    FROM open_rows AS o
    GROUP BY o.group_id, o.item
    HAVING sum(o.records) >= $least
  ) AS s
  JOIN (SELECT DISTINCT f.part_id, f.size FROM fates AS f) AS g
    ON g.part_id = s.group_id AND s.support <= g.size - $least
)
SELECT
  l.group_id,
  l.item,
  l.support,
  CASE WHEN l.weight >= l.most - l.most // 100 * (100 - $percent) THEN 1 ELSE 0 END AS turn
FROM (
  SELECT w.group_id, w.item, w.support, w.weight, max(w.weight) OVER (PARTITION BY w.group_id) AS most
  FROM weighed AS w
) AS l
