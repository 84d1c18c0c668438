SELECT
  s.set_id,
  s.parent_id,
  s.item,
  s.support
FROM "sets" AS s
WHERE
  (
    s.support >= 11 AND s.support < s.least
  )
  AND EXISTS(
    SELECT
      1
    FROM "rules" AS r
    WHERE
      r.set_id = s.set_id
  )
