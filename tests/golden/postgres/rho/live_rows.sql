SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive_rows" AS h
    WHERE
      h.record_id = t.record_id
  )
