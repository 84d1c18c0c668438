SELECT
  w.record_id,
  w.item
FROM "wishes" AS w
WHERE
  EXISTS(
    SELECT
      1
    FROM "told" AS t
    WHERE
      t.record_id = w.record_id AND t.item = w.item
  )
