SELECT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive_rows" AS h
    WHERE
      h.record_id = o.record_id
  )
