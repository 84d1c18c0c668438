SELECT DISTINCT
  o.record_id
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "sets" AS s
    WHERE
      s.set_id = o.set_id
  )
