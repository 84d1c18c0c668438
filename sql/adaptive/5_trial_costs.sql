-- What do the proposed groups cost, now that they are safe?
-- 1. Cost and NCP of each. 2. Which are too small for their sensitive items. 3. Each label's share in the loss.
-- Chen, Zhong, Wang and Li (LGPS), formula (4); the shares of labels are ours.
-- phase: working out what each split costs

-- name: costs
-- What does each proposed group cost? An occurrence costs the price of its label (0 for an item as it is), or $highest
-- where it is suppressed. And what is its NCP: the leaves of the label, or all $leaves?
-- in:  trial_occurrences (trial_id, record_id, item, node), trial_lost (trial_id, record_id, node),
--      nodes (node, price, leaves)
-- out: trial_id, cost, ncp
-- Chen et al. (LGPS), formula (4), in units of 1 / $leaves
SELECT
  o.trial_id,
  cast(sum(
    CASE WHEN l.node IS NOT NULL THEN $highest WHEN o.node = o.item THEN 0 ELSE n.price END
  ) AS bigint) AS cost,
  cast(sum(
    CASE WHEN l.node IS NOT NULL THEN $leaves WHEN o.node = o.item THEN 0 ELSE n.leaves END
  ) AS bigint) AS ncp
FROM trial_occurrences AS o
LEFT JOIN nodes AS n ON n.node = o.node
LEFT JOIN trial_lost AS l ON l.trial_id = o.trial_id AND l.record_id = o.record_id AND l.node = o.node
GROUP BY o.trial_id

-- name: unfit
-- Which proposed groups still hold a sensitive item, but have fewer than 1 / limit records?
-- in:  trial_occurrences (trial_id, record_id, item, node), trial_lost (trial_id, record_id, node),
--      limits (item, limit_num, limit_den)
-- out: trial_id
SELECT DISTINCT h.trial_id
FROM trial_occurrences AS h
ANTI JOIN trial_lost AS l ON l.trial_id = h.trial_id AND l.record_id = h.record_id AND l.node = h.node
JOIN limits AS x ON x.item = h.node
JOIN (
  SELECT o.trial_id, count(DISTINCT o.record_id) AS records
  FROM trial_occurrences AS o
  ANTI JOIN trial_lost AS k ON k.trial_id = o.trial_id AND k.record_id = o.record_id AND k.node = o.node
  GROUP BY o.trial_id
) AS n ON n.trial_id = h.trial_id
WHERE n.records * x.limit_num < x.limit_den

-- name: trial_loss_share
-- What do the labels of each proposed group cost? Besides what they hide themselves, what is suppressed for them: each
-- label of a rule has an equal share in what was suppressed for the rule (in thousandths of 1 / $highest).
-- in:  trial_occurrences (trial_id, record_id, item, node), trial_lost (trial_id, record_id, node, cause),
--      trial_causes (cause, node), nodes (node, price)
-- out: trial_id, node, loss_share
WITH suppressions AS (
  SELECT l.trial_id, l.record_id, l.cause, count(*) AS occurrences
  FROM trial_lost AS l
  JOIN trial_occurrences AS o ON o.trial_id = l.trial_id AND o.record_id = l.record_id AND o.node = l.node
  GROUP BY l.trial_id, l.record_id, l.cause
),
shares AS (
  SELECT g.trial_id, c.node, g.occurrences, c.labels
  FROM suppressions AS g
  JOIN (
    SELECT k.cause, k.node, count(*) OVER (PARTITION BY k.cause) AS labels FROM trial_causes AS k
  ) AS c ON c.cause = g.cause
  UNION ALL
  SELECT g.trial_id, r.node, g.occurrences, r.labels
  FROM suppressions AS g
  JOIN (
    SELECT d.trial_id, d.record_id, d.node, count(*) OVER (PARTITION BY d.trial_id, d.record_id) AS labels
    FROM (SELECT DISTINCT o.trial_id, o.record_id, o.node FROM trial_occurrences AS o) AS d
  ) AS r ON r.trial_id = g.trial_id AND r.record_id = g.record_id
  WHERE g.cause = 0
)
SELECT b.trial_id, b.node, cast(sum(b.loss_share) AS bigint) AS loss_share
FROM (
  SELECT s.trial_id, s.node, floor(s.occurrences * $highest * 1000.0 / nullif(s.labels, 0)) AS loss_share
  FROM shares AS s
  UNION ALL
  SELECT o.trial_id, o.node, n.price * 1000.0 AS loss_share
  FROM trial_occurrences AS o
  JOIN nodes AS n ON n.node = o.node
  ANTI JOIN trial_lost AS l ON l.trial_id = o.trial_id AND l.record_id = o.record_id AND l.node = o.node
  WHERE o.node <> o.item
) AS b
GROUP BY b.trial_id, b.node
