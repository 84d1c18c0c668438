-- Which items can split which group, or a part of it later on? Enough records of the group hold it, and enough do not.
-- An item is worth the pairs with others that its records hold (counted up to 2147483647): so many the split keeps
-- together. Those worth nearly as much as the worthiest one ($percent of it) may split the group now. An item that the
-- group was split off by is held by all of it, or by all but a few that had to join: it is none of them.
-- in:  open_rows (kind_id, group_id, item, records, pairs), fates (part_id, size)
-- out: group_id, item, worth, turn (1: now, 0: later)
-- Terrovitis et al., algorithm HORPART, lines 3 and 6
WITH weighed AS (
  SELECT s.group_id, s.item, s.worth, s.worth * 2147483648 + 2147483647 - s.item AS weight
  FROM (
    SELECT
      o.group_id,
      o.item,
      cast(sum(o.records) AS integer) AS support,
      cast(least(sum(cast(o.records AS bigint) * o.pairs), 2147483647) AS bigint) AS worth
    FROM open_rows AS o
    GROUP BY o.group_id, o.item
    HAVING sum(o.records) >= $least
  ) AS s
  JOIN (SELECT DISTINCT f.part_id, f.size FROM fates AS f) AS g
    ON g.part_id = s.group_id AND s.support <= g.size - $least
)
SELECT
  w.group_id,
  w.item,
  w.worth,
  CASE WHEN w.weight >= m.most - m.most // 100 * (100 - $percent) THEN 1 ELSE 0 END AS turn
FROM weighed AS w
JOIN (SELECT l.group_id, max(l.weight) AS most FROM weighed AS l GROUP BY l.group_id) AS m ON m.group_id = w.group_id
