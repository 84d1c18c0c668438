SELECT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "confidences" AS c
    WHERE
      c.record_id = o.record_id
  )
