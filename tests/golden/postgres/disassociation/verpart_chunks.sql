-- name: free_members
SELECT
  n.block_id,
  n.node_id
FROM "nodes" AS n
JOIN "itemset" AS i
  ON i.item = n.item
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "assigned" AS a
    WHERE
      a.node_id = n.node_id
  )

-- name: placed
SELECT
  f.node_id,
  p.chunk
FROM "free" AS f
JOIN (
  SELECT
    c.block_id,
    MIN(c.chunk) AS chunk
  FROM (
    SELECT
      m.block_id,
      m.chunk
    FROM "member_chunks" AS m
    WHERE
      NOT m.chunk IS NULL
    UNION
    SELECT
      x.block_id,
      x.chunk
    FROM (
      SELECT
        r.block_id,
        CAST(1 AS BIGINT) AS chunk
      FROM "free" AS r
      UNION
      SELECT
        b.block_id,
        b.chunk + 1 AS chunk
      FROM "barred" AS b
      WHERE
        NOT b.chunk IS NULL
    ) AS x
    WHERE
      NOT EXISTS(
        SELECT
          1
        FROM "member_chunks" AS o
        WHERE
          o.block_id = x.block_id
      )
  ) AS c
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "barred" AS d
      WHERE
        d.block_id = c.block_id AND d.chunk = c.chunk
    )
    AND NOT EXISTS(
      SELECT
        1
      FROM (
        SELECT
          e.block_id
        FROM "barred" AS e
        WHERE
          e.chunk IS NULL
      ) AS n
      WHERE
        n.block_id = c.block_id
    )
  GROUP BY
    c.block_id
) AS p
  ON p.block_id = f.block_id

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
