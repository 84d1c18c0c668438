SELECT
  o.group_id,
  o.record_id,
  o.item,
  o.node
FROM `occurrences` AS o
ANTI JOIN `adopted` AS a
  ON a.old_id = o.group_id
UNION ALL
SELECT
  a.group_id,
  t.record_id,
  t.item,
  t.node
FROM `trial_occurrences` AS t
JOIN `adopted` AS a
  ON a.trial_id = t.trial_id
