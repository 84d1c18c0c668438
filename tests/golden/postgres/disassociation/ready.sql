SELECT
  u.node_id
FROM "unassigned" AS u
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "waiting" AS w
    WHERE
      w.node_id = u.node_id
  )
