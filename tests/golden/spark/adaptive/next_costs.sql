/* What the groups cost after a step. */
/* in:  now (group_id, cost), costs (trial_id, cost), adopted (trial_id, group_id, old_id) */
/* out: group_id, cost */
SELECT
  o.group_id,
  o.cost
FROM `now` AS o
ANTI JOIN `adopted` AS a
  ON a.old_id = o.group_id
UNION ALL
SELECT
  a.group_id,
  t.cost
FROM `costs` AS t
JOIN `adopted` AS a
  ON a.trial_id = t.trial_id
