-- name: open_items
SELECT
  i.item,
  i.label,
  i.support
FROM "items" AS i
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "sensitive" AS h
    WHERE
      h.item = i.item
  )

-- name: sensitive_nodes
SELECT
  i.item AS node,
  CAST(NULL AS INT) AS parent,
  i.label,
  CAST(1 AS INT) AS leaves,
  CAST(1 AS INT) AS depth
FROM "items" AS i
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive" AS h
    WHERE
      h.item = i.item
  )
