SELECT
  o.group_id,
  o.node,
  o.blame
FROM "blame" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "adopted" AS a
    WHERE
      a.old_id = o.group_id
  )
UNION ALL
SELECT
  a.group_id,
  t.node,
  t.blame
FROM "trial_blame" AS t
JOIN "adopted" AS a
  ON a.trial_id = t.trial_id
