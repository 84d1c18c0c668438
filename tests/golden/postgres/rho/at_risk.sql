SELECT DISTINCT
  o.record_id
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "above" AS a
    WHERE
      a.set_id = o.set_id
  )
