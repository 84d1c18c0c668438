-- name: nodes
SELECT DISTINCT
  a.node
FROM "ancestors" AS a
WHERE
  EXISTS(
    SELECT
      1
    FROM "known" AS k
    WHERE
      k.item = a.item
  )
ORDER BY
  a.node

-- name: labels
SELECT
  l.label
FROM "labels" AS l
WHERE
  EXISTS(
    SELECT
      1
    FROM "nodes" AS n
    WHERE
      n.node = l.item
  )
  AND EXISTS(
    SELECT
      1
    FROM "published" AS p
    WHERE
      p.item = l.item
  )
ORDER BY
  l.label
