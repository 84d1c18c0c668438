-- name: of_both
SELECT
  h.person,
  h.label
FROM "held" AS h
WHERE
  EXISTS(
    SELECT
      1
    FROM "others" AS o
    WHERE
      o.person = h.person
  )
