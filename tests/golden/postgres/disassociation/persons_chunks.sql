-- name: positions
WITH numbered AS (
  SELECT
    c.record_id,
    c.cluster_id,
    p.person,
    ROW_NUMBER() OVER (PARTITION BY c.cluster_id, p.person ORDER BY c.record_id) - 1 AS nth
  FROM "clusters" AS c
  JOIN "persons" AS p
    ON p.record_id = c.record_id
), blocks AS (
  SELECT
    n.cluster_id,
    n.person,
    CASE
      WHEN COUNT(*) <= 2
      THEN COUNT(*)
      WHEN COUNT(*) <= 4
      THEN 4
      WHEN COUNT(*) <= 8
      THEN 8
      WHEN COUNT(*) <= 16
      THEN 16
      ELSE DIV((
        COUNT(*) + 31
      ), 32) * 32
    END AS room
  FROM numbered AS n
  GROUP BY
    n.cluster_id,
    n.person
), placed AS (
  SELECT
    b.cluster_id,
    b.person,
    CAST(SUM(b.room) OVER (
      PARTITION BY b.cluster_id
      ORDER BY b.room DESC NULLS LAST, b.person
      ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
    ) - b.room AS BIGINT) AS start
  FROM blocks AS b
), words AS (
  SELECT
    s.cluster_id,
    CAST(SUM(s.words) OVER (ORDER BY s.cluster_id) - s.words AS BIGINT) AS first_word
  FROM (
    SELECT
      b.cluster_id,
      DIV(CAST(SUM(b.room) + 31 AS BIGINT), 32) AS words
    FROM blocks AS b
    GROUP BY
      b.cluster_id
  ) AS s
)
SELECT
  n.record_id,
  n.cluster_id,
  CAST((
    w.first_word + DIV((
      p.start + n.nth
    ), 32)
  ) * 62 + (
    p.start + n.nth
  ) % 32 AS INT) AS position,
  n.person
FROM numbered AS n
JOIN placed AS p
  ON p.cluster_id = n.cluster_id AND p.person = n.person
JOIN words AS w
  ON w.cluster_id = n.cluster_id

-- name: words
SELECT
  b.word_id,
  BIT_OR(
    CASE
      WHEN b.records > 32
      THEN CAST(0 AS BIGINT)
      ELSE (
        (
          CAST(1 AS BIGINT) << (
            b.records - 1
          )
        ) - 1
      ) << b.start
    END
  ) AS others,
  BIT_OR(
    CASE
      WHEN b.records > 32
      THEN CAST(0 AS BIGINT)
      ELSE CAST(1 AS BIGINT) << (
        b.start + b.records - 1
      )
    END
  ) AS lasts
FROM (
  SELECT
    DIV(p.position, 62) AS word_id,
    CAST(MIN(p.position % 62) AS INT) AS start,
    CAST(MAX(p.records) AS INT) AS records
  FROM (
    SELECT
      r.position,
      r.cluster_id,
      r.person,
      COUNT(*) OVER (PARTITION BY r.cluster_id, r.person) AS records
    FROM "positions" AS r
  ) AS p
  GROUP BY
    DIV(p.position, 62),
    p.person
) AS b
GROUP BY
  b.word_id

-- name: nodes
SELECT
  n.node_id,
  n.cluster_id,
  n.item,
  n.support,
  n.persons,
  n.node_id - (
    ROW_NUMBER() OVER (PARTITION BY n.cluster_id ORDER BY n.node_id) - 1
  ) % 12 AS block_id
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER (
      ORDER BY c.cluster_id, CASE WHEN t.item IS NULL THEN 1 ELSE 0 END, c.support DESC NULLS LAST, c.item
    ) AS BIGINT) AS node_id,
    c.cluster_id,
    c.item,
    c.support,
    c.persons
  FROM "cluster_supports" AS c
  LEFT JOIN "together" AS t
    ON t.item = c.item
  WHERE
    c.persons >= 11
    AND NOT EXISTS(
      SELECT
        1
      FROM "sensitive" AS s
      WHERE
        s.item = c.item
    )
) AS n

-- name: candidates
SELECT
  DIV(m.position, 12) AS window_id,
  m.top_id,
  m.leaf_id,
  m.item,
  m.support
FROM "movable_terms" AS m
JOIN (
  SELECT
    DIV(o.position, 12) AS window_id,
    o.item
  FROM "movable_terms" AS o
  JOIN "term_persons" AS p
    ON p.cluster_id = o.leaf_id AND p.item = o.item
  GROUP BY
    DIV(o.position, 12),
    o.item
  HAVING
    MIN(o.top_id) < MAX(o.top_id)
    AND COUNT(DISTINCT p.person) >= 11
    AND MAX(o.pinned) = 0
) AS r
  ON r.window_id = DIV(m.position, 12) AND r.item = m.item

-- name: shared_records
SELECT DISTINCT
  r.record_id,
  r.cluster_id
FROM "shared_rows" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "repeated" AS x
    WHERE
      x.cluster_id = r.cluster_id AND x.item = r.item
  )

-- name: rows_without
SELECT
  r.record_id,
  r.cluster_id,
  r.item,
  p.position,
  p.person
FROM "shared_rows" AS r
JOIN "positions" AS p
  ON p.record_id = r.record_id AND p.cluster_id = r.cluster_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "repeated" AS x
    WHERE
      x.cluster_id = r.cluster_id AND x.item = r.item
  )
