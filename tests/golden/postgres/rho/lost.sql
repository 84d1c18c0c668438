SELECT DISTINCT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
JOIN "suppressed" AS s
  ON s.record_id = o.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "members" AS m
    WHERE
      m.set_id = o.set_id AND m.item = s.item
  )
