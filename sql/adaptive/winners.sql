-- Which proposal does each group take, if any? One whose cost and whose NCP are lower than those of the group now, and of
-- which no part is unfit: the divided one first, then the cheapest.
-- in:  now (group_id, cost, ncp), trials (trial_id, kind, group_id), costs (trial_id, cost, ncp), unfit (trial_id)
-- out: group_id, kind
-- Chen et al. (LGPS), Algorithm 3 and Example 4
SELECT w.group_id, w.kind
FROM (
  SELECT
    p.group_id, p.kind,
    row_number() OVER (
      PARTITION BY p.group_id
      ORDER BY CASE WHEN p.kind = 2 THEN 0 ELSE 1 END, p.cost, p.kind DESC
    ) AS place
  FROM (
    SELECT t.group_id, t.kind, sum(c.cost) AS cost, sum(c.ncp) AS ncp, count(u.trial_id) AS faults
    FROM trials AS t
    JOIN costs AS c ON c.trial_id = t.trial_id
    LEFT JOIN unfit AS u ON u.trial_id = t.trial_id AND t.kind = 2
    GROUP BY t.group_id, t.kind
  ) AS p
  JOIN now AS n ON n.group_id = p.group_id AND p.cost < n.cost AND p.ncp < n.ncp
  WHERE p.faults = 0
) AS w
WHERE w.place = 1
