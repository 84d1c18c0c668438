SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM "frequent" AS f
    WHERE
      f.item = t.item
  )
