-- name: other_rows
SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "left_out" AS l
    WHERE
      l.item = t.item
  )
