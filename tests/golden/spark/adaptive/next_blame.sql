/* What the labels of the groups cost after a step. */
/* in:  blame (group_id, node, blame), trial_blame (trial_id, node, blame), adopted (trial_id, group_id, old_id) */
/* out: group_id, node, blame */
SELECT
  o.group_id,
  o.node,
  o.blame
FROM `blame` AS o
ANTI JOIN `adopted` AS a
  ON a.old_id = o.group_id
UNION ALL
SELECT
  a.group_id,
  t.node,
  t.blame
FROM `trial_blame` AS t
JOIN `adopted` AS a
  ON a.trial_id = t.trial_id
