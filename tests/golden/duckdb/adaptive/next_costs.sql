SELECT
  o.group_id,
  o.cost,
  o.ncp
FROM "now" AS o
ANTI JOIN "adopted" AS a
  ON a.old_id = o.group_id
UNION ALL
SELECT
  a.group_id,
  t.cost,
  t.ncp
FROM "costs" AS t
JOIN "adopted" AS a
  ON a.trial_id = t.trial_id
