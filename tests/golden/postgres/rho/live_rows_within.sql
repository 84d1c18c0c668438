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
  AND EXISTS(
    SELECT
      1
    FROM "within" AS w
    WHERE
      w.record_id = t.record_id
  )
