SELECT
  t.trial_id,
  CASE WHEN t.kind = 2 THEN 11 + t.trial_id ELSE t.group_id END AS group_id,
  t.group_id AS old_id
FROM "trials" AS t
JOIN "winners" AS w
  ON w.group_id = t.group_id AND w.kind = t.kind
