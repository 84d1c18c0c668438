-- Each group takes the proposal that serves it best, if any; the others stay as they are.
-- 1. Which proposal wins: it costs less and has less NCP than the group has; a division first, then the cheapest.
-- 2. What the new groups are called; which labels are closed, that is stay as they are from now on.
-- 3. Occurrences, suppressions, costs and loss shares with the new groups in place of the old ones. Go on from propose.
-- Chen, Zhong, Wang and Li (LGPS), Algorithm 3, lines 9 to 12, and Example 4.
-- phase: splitting groups

-- name: winners
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
    ) AS rank
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
WHERE w.rank = 1

-- name: adopted
-- What are the groups called that take the place of others? Where one is not divided, it keeps its number.
-- in:  trials (trial_id, kind, group_id), winners (group_id, kind)
-- out: trial_id, group_id, old_id
SELECT t.trial_id, CASE WHEN t.kind = 2 THEN $first + t.trial_id ELSE t.group_id END AS group_id, t.group_id AS old_id
FROM trials AS t
JOIN winners AS w ON w.group_id = t.group_id AND w.kind = t.kind

-- name: closed
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
      row_number() OVER (PARTITION BY g.group_id ORDER BY g.gain DESC, g.node) AS rank,
      sum(CASE WHEN g.gain > 0 THEN 1 ELSE 0 END) OVER (PARTITION BY g.group_id) AS good
    FROM gains AS g
    ANTI JOIN winners AS w ON w.group_id = g.group_id
  ) AS r
  WHERE r.gain <= 0 OR r.rank * 4 > r.good
) AS c
LEFT JOIN adopted AS a ON a.old_id = c.group_id

-- name: occurrences
-- The groups after a step.
-- in:  occurrences (group_id, record_id, item, node), trial_occurrences (trial_id, record_id, item, node),
--      adopted (trial_id, group_id, old_id)
-- out: group_id, record_id, item, node
SELECT o.group_id, o.record_id, o.item, o.node
FROM occurrences AS o
ANTI JOIN adopted AS a ON a.old_id = o.group_id
UNION ALL
SELECT a.group_id, t.record_id, t.item, t.node
FROM trial_occurrences AS t
JOIN adopted AS a ON a.trial_id = t.trial_id

-- name: lost
-- What is suppressed in the groups after a step.
-- in:  lost (group_id, record_id, node, cause), trial_lost (trial_id, record_id, node, cause),
--      adopted (trial_id, group_id, old_id)
-- out: group_id, record_id, node, cause
SELECT o.group_id, o.record_id, o.node, o.cause
FROM lost AS o
ANTI JOIN adopted AS a ON a.old_id = o.group_id
UNION ALL
SELECT a.group_id, t.record_id, t.node, t.cause
FROM trial_lost AS t
JOIN adopted AS a ON a.trial_id = t.trial_id

-- name: now
-- What the groups cost after a step, and their NCP.
-- in:  now (group_id, cost, ncp), costs (trial_id, cost, ncp), adopted (trial_id, group_id, old_id)
-- out: group_id, cost, ncp
SELECT o.group_id, o.cost, o.ncp
FROM now AS o
ANTI JOIN adopted AS a ON a.old_id = o.group_id
UNION ALL
SELECT a.group_id, t.cost, t.ncp
FROM costs AS t
JOIN adopted AS a ON a.trial_id = t.trial_id

-- name: loss_share
-- What the labels of the groups cost after a step.
-- in:  loss_share (group_id, node, loss_share), trial_loss_share (trial_id, node, loss_share),
--      adopted (trial_id, group_id, old_id)
-- out: group_id, node, loss_share
SELECT o.group_id, o.node, o.loss_share
FROM loss_share AS o
ANTI JOIN adopted AS a ON a.old_id = o.group_id
UNION ALL
SELECT a.group_id, t.node, t.loss_share
FROM trial_loss_share AS t
JOIN adopted AS a ON a.trial_id = t.trial_id
