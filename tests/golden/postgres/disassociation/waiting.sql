SELECT DISTINCT
  c.node_id
FROM "clashes" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "assigned" AS a
    WHERE
      a.node_id = c.other_id
  )
