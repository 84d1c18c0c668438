SELECT
  o.record_id,
  o.gen_id
FROM "occurrences" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "at_risk" AS r
    WHERE
      r.record_id = o.record_id
  )
