/* What is suppressed in the groups after a step. */
/* in:  lost (group_id, record_id, node, cause), trial_lost (trial_id, record_id, node, cause), */
/*      adopted (trial_id, group_id, old_id) */
/* out: group_id, record_id, node, cause */
SELECT
  o.group_id,
  o.record_id,
  o.node,
  o.cause
FROM "lost" AS o
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
  t.record_id,
  t.node,
  t.cause
FROM "trial_lost" AS t
JOIN "adopted" AS a
  ON a.trial_id = t.trial_id
