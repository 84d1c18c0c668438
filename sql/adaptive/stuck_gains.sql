-- What labels gain in groups to which it does not pay to specialize all, and of which no part is promising.
-- in:  gains (group_id, node, gain), promising (group_id), now (group_id, cost), trials (trial_id, kind, group_id),
--      costs (trial_id, cost)
-- out: group_id, node, gain
SELECT g.group_id, g.node, g.gain
FROM gains AS g
ANTI JOIN promising AS p ON p.group_id = g.group_id
SEMI JOIN (
  SELECT n.group_id
  FROM now AS n
  JOIN trials AS t ON t.group_id = n.group_id AND t.kind = $kind
  JOIN costs AS c ON c.trial_id = t.trial_id
  WHERE c.cost >= n.cost
) AS costly ON costly.group_id = g.group_id
