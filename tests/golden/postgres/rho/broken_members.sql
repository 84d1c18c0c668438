SELECT
  m.set_id,
  m.item
FROM "members" AS m
WHERE
  EXISTS(
    SELECT
      1
    FROM "rules" AS r
    WHERE
      r.set_id = m.set_id
  )
ORDER BY
  m.set_id,
  m.item
