SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM "hidden" AS h
    WHERE
      h.item = t.item
  )
