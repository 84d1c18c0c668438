-- name: waiting
SELECT DISTINCT
  c.node_id
FROM "clashes" AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "assigned" AS a
    WHERE
      a.node_id = c.other_id
  )

-- name: ready
SELECT
  u.node_id
FROM "unassigned" AS u
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "waiting" AS w
    WHERE
      w.node_id = u.node_id
  )

-- name: first_chunks
SELECT
  t.node_id,
  MIN(t.chunk) AS chunk
FROM (
  SELECT
    y.node_id,
    CAST(1 AS BIGINT) AS chunk
  FROM "ready" AS y
  UNION
  SELECT
    b.node_id,
    b.chunk + 1 AS chunk
  FROM "barred" AS b
) AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "barred" AS x
    WHERE
      x.node_id = t.node_id AND x.chunk = t.chunk
  )
GROUP BY
  t.node_id
