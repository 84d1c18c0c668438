SELECT DISTINCT
  o.group_id,
  o.node
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "steps" AS s
    WHERE
      s.node = o.node
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM "closed" AS c
    WHERE
      c.group_id = o.group_id AND c.node = o.node
  )
