SELECT
  u.node_id,
  CAST(0 AS BIGINT) AS chunk
FROM "unassigned" AS u
WHERE
  1 = 0
