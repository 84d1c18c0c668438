SELECT
  t.set_id,
  t.sub_id
FROM "ties" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "loosened" AS l
    WHERE
      l.set_id = t.set_id
  )
