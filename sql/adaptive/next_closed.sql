-- Which labels of the groups stay as they are? Those that were closed before; in a group that took only some of the
-- labels, the others; and in a group that took nothing, those that gain nothing, and of the rest all but the best quarter.
-- in:  closed (group_id, node), adopted (group_id, old_id), winners (group_id, kind), gains (group_id, node, gain)
-- out: group_id, node
SELECT DISTINCT coalesce(a.group_id, c.group_id) AS group_id, c.node
FROM (
  SELECT o.group_id, o.node FROM closed AS o
  UNION ALL
  SELECT g.group_id, g.node
  FROM gains AS g
  JOIN winners AS w ON w.group_id = g.group_id AND w.kind = 3
  WHERE g.gain <= 0
  UNION ALL
  SELECT r.group_id, r.node
  FROM (
    SELECT
      g.group_id, g.node, g.gain,
      row_number() OVER (PARTITION BY g.group_id ORDER BY g.gain DESC, g.node) AS place,
      sum(CASE WHEN g.gain > 0 THEN 1 ELSE 0 END) OVER (PARTITION BY g.group_id) AS good
    FROM gains AS g
    ANTI JOIN winners AS w ON w.group_id = g.group_id
  ) AS r
  WHERE r.gain <= 0 OR r.place * 4 > r.good
) AS c
LEFT JOIN adopted AS a ON a.old_id = c.group_id
