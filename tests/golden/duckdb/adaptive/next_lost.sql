SELECT
  o.group_id,
  o.record_id,
  o.node,
  o.cause
FROM "lost" AS o
ANTI JOIN "adopted" AS a
  ON a.old_id = o.group_id
UNION ALL
SELECT
  a.group_id,
  t.record_id,
  t.node,
  t.cause
FROM "trial_lost" AS t
JOIN "adopted" AS a
  ON a.trial_id = t.trial_id
