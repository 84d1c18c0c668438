-- What is gained by specializing each label, by the loss shares before and after? So that not all have to be specialized.
-- 1. The gains. 2. The labels that gain, in groups where others do not. 3. In other groups (on large data only in those
--    that would cost more) the better half.
-- These labels alone are specialized in a further proposal (propose/specialized), which is made safe and counted, too.
-- Ours; Chen, Zhong, Wang and Li (LGPS) specialize one label at a time.
-- phase: choosing the splits that lose least

-- name: gains
-- What is gained by specializing each label, by its loss share now and for its children in the proposal?
-- in:  labels (group_id, node), loss_share (group_id, node, loss_share): now, trial_loss_share (trial_id, node, loss_share),
--      trials (trial_id, kind, group_id), nodes (node, parent)
-- out: group_id, node, gain
SELECT l.group_id, l.node, coalesce(b.loss_share, 0) - coalesce(c.loss_share, 0) AS gain
FROM labels AS l
LEFT JOIN loss_share AS b ON b.group_id = l.group_id AND b.node = l.node
LEFT JOIN (
  SELECT t.group_id, n.parent AS node, sum(x.loss_share) AS loss_share
  FROM trial_loss_share AS x
  JOIN trials AS t ON t.trial_id = x.trial_id
  JOIN nodes AS n ON n.node = x.node
  WHERE t.kind = $kind
  GROUP BY t.group_id, n.parent
) AS c ON c.group_id = l.group_id AND c.node = l.node

-- name: promising
-- Which labels gain by being specialized, in groups where others do not?
-- in:  gains (group_id, node, gain)
-- out: group_id, node
SELECT g.group_id, g.node
FROM gains AS g
SEMI JOIN (SELECT k.group_id FROM gains AS k WHERE k.gain <= 0) AS others ON others.group_id = g.group_id
WHERE g.gain > 0

-- name: unpromising_gains
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

-- name: better_half
-- The half of each group's labels that gain most by being specialized (the larger half of an odd number, but not all).
-- in:  gains (group_id, node, gain)
-- out: group_id, node
SELECT k.group_id, k.node
FROM (
  SELECT
    g.group_id, g.node,
    row_number() OVER (PARTITION BY g.group_id ORDER BY g.gain DESC, g.node) AS rank,
    count(*) OVER (PARTITION BY g.group_id) AS labels
  FROM gains AS g
) AS k
WHERE k.labels > 1 AND k.rank * 2 <= k.labels + 1
