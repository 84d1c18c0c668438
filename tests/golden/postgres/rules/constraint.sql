-- name: under_labels
SELECT
  b.label,
  b.item
FROM "below" AS b
WHERE
  EXISTS(
    SELECT
      1
    FROM "named" AS n
    WHERE
      n.label = b.label
  )
  AND EXISTS(
    SELECT
      1
    FROM "items" AS i
    WHERE
      i.label = b.item
  )

-- name: near_items
SELECT
  i.label
FROM "items" AS i
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT
        LOWER(TRANSLATE(n.label, 11, '') COLLATE "default") AS spelling
      FROM "named" AS n
    ) AS p
    WHERE
      p.spelling = LOWER(TRANSLATE(i.label, 11, '') COLLATE "default")
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM "named" AS m
    WHERE
      m.label = i.label
  )

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
