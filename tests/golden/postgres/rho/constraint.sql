-- name: sensitive_items
SELECT
  i.item,
  i.label,
  i.support
FROM "items" AS i
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS h
    WHERE
      h.item = i.item
  )
ORDER BY
  i.item
